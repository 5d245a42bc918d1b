<?php

declare(strict_types=1);

namespace App\Http;

use App\Broadcasting\Sockets;
use Illuminate\Broadcasting\BroadcastException;
use Psr\Log\LoggerInterface;

/** The sockets that were joined with a session. */
final class SessionSockets
{
    public function __construct(private readonly Sockets $sockets, private readonly LoggerInterface $log)
    {
    }

    /** A server that is away has no sockets to close, and its new ones will need a session. */
    public function close(string $handle, string $userId): void
    {
        try {
            $this->sockets->close($handle, $userId);
        } catch (BroadcastException $fault) {
            $this->log->warning('The sockets of an ended session may still be open.', ['why' => $fault->getMessage()]);
        }
    }
}
