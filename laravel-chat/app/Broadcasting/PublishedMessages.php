<?php

declare(strict_types=1);

namespace App\Broadcasting;

use App\Chat\Announcer;
use App\Chat\Message;
use App\Contract;
use Psr\Log\LoggerInterface;
use Throwable;

/** Publishes to the server that holds the sockets. */
final class PublishedMessages implements Announcer
{
    public function __construct(private readonly PusherApi $api, private readonly LoggerInterface $log)
    {
    }

    public function sent(Message $message): void
    {
        $this->publish('messages', [], $message, 'A message is stored but not broadcast.');
    }

    public function changed(Message $message): void
    {
        $after = ['after' => (int) $message->rev - 1];
        $this->publish('changed', $after, $message, 'A message is changed but that is not broadcast.');
    }

    /** @param  array<string, int>  $head */
    private function publish(string $event, array $head, Message $message, string $untold): void
    {
        $contract = Contract::load();
        try {
            $data = $head + ['messages' => [$message->toArray()]];
            $this->api->trigger($contract->channel(), $contract->event($event), PusherApi::json($data));
        } catch (Throwable $fault) {
            $this->log->warning($untold, ['id' => $message->id, 'why' => $fault->getMessage()]);
        }
    }
}
