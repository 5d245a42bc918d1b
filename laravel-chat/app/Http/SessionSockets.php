<?php

declare(strict_types=1);

namespace App\Http;

use App\Broadcasting\PusherApi;
use Illuminate\Broadcasting\BroadcastException;
use Psr\Log\LoggerInterface;

/** The sockets that were joined with a session. */
final class SessionSockets
{
    public function __construct(private readonly PusherApi $api, private readonly LoggerInterface $log)
    {
    }

    /** A loop that is away has no sockets to close, and its new ones will need a session. */
    public function close(string $sessionId): void
    {
        try {
            $this->api->call('POST', '/sessions/'.SessionHandle::of($sessionId).'/terminate_connections', '{}');
        } catch (BroadcastException $fault) {
            $this->log->warning('The sockets of an ended session may still be open.', ['why' => $fault->getMessage()]);
        }
    }
}
