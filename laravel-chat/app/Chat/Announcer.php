<?php

declare(strict_types=1);

namespace App\Chat;

use App\Events\MessagesChanged;
use App\Events\MessagesSent;
use Illuminate\Contracts\Events\Dispatcher;
use Psr\Log\LoggerInterface;
use Throwable;

/** Tells everybody what is stored, and fails nobody: it is stored whether or not anybody can be told. */
final class Announcer
{
    public function __construct(private readonly Dispatcher $events, private readonly LoggerInterface $log)
    {
    }

    /** Clients that miss it ask after their last id. */
    public function sent(Message $message): void
    {
        $this->tell($message->id, new MessagesSent([$message]), 'A message is stored but not broadcast.');
    }

    /** The loop asks the store again, and clients after the revision they know. */
    public function changed(Message $message): void
    {
        $this->tell($message->id, new MessagesChanged($message), 'A message is changed but that is not broadcast.');
    }

    private function tell(int $id, MessagesSent|MessagesChanged $event, string $untold): void
    {
        try {
            $this->events->dispatch($event);
        } catch (Throwable $fault) {
            $this->log->warning($untold, ['id' => $id, 'why' => $fault->getMessage()]);
        }
    }
}
