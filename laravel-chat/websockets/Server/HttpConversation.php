<?php

declare(strict_types=1);

namespace WebSockets\Server;

use App\Contract;
use Throwable;

/** HTTP on one connection: requests one after the other, each to be complete within its time. */
final class HttpConversation implements Protocol
{
    // A connection without a request is closed after this.
    private const IDLE_SECONDS = 60;

    private readonly HttpRequestReader $reader;

    /** Whether bytes of the same request were here before. */
    private bool $hadBytes = false;

    public function __construct(private readonly Router $router)
    {
        $this->reader = new HttpRequestReader;
    }

    public function onOpen(Connection $connection): void
    {
        $connection->expireIn(self::IDLE_SECONDS);
    }

    public function onData(Connection $connection, string $bytes): void
    {
        $this->reader->feed($bytes);
        $this->handleBuffered($connection);
    }

    /** One request a turn of the loop: a peer may have pipelined thousands. */
    public function handleBuffered(Connection $connection): void
    {
        try {
            if (($request = $this->reader->next()) !== null) {
                $this->hadBytes = false;
                $this->answer($request, $connection);
            }
        } catch (HttpRefused $refused) {
            $connection->write($refused->response()->bytes(false));
            $connection->linger();

            return;
        }
        if (! $connection->speaks($this)) { // it was upgraded: what came behind the request is not HTTP
            $connection->receive($this->reader->rest());
        } elseif ($connection->isOpen()) {
            if ($request !== null && $this->reader->hasBytes()) {
                $connection->continueNextTurn();
            }
            $this->watchTime($connection);
        }
    }

    public function onDeadline(Connection $connection): void
    {
        if ($this->reader->hasBytes()) {
            $why = 'The request did not arrive within '.Contract::limit('requestSeconds').' s.';
            $connection->write((new HttpRefused(408, 'request_timeout', $why))->response()->bytes(false));
            $connection->linger();
        } else {
            $connection->close();
        }
    }

    private function answer(HttpRequest $request, Connection $connection): void
    {
        try {
            $response = $this->router->handle($request, $connection);
        } catch (HttpRefused $refused) {
            $response = $refused->response();
        } catch (Throwable $bug) {
            $why = "Something went wrong here: it is in the server's log.";
            $connection->write((new HttpRefused(500, 'internal', $why))->response()->bytes(false));
            throw $bug;
        }
        if ($response === null) {
            return;
        }
        $keepAlive = $request->keepsAlive();
        $connection->write($response->bytes($keepAlive, $request->method === 'HEAD'));
        if (! $keepAlive) {
            $this->reader->hasBytes() ? $connection->linger() : $connection->end();
        }
    }

    /** One deadline from a request's first byte to its last: slow-loris clients would move one that each byte sets. */
    private function watchTime(Connection $connection): void
    {
        $hasBytes = $this->reader->hasBytes();
        if (! $hasBytes || ! $this->hadBytes) {
            $connection->expireIn($hasBytes ? Contract::limit('requestSeconds') : self::IDLE_SECONDS);
        }
        $this->hadBytes = $hasBytes;
    }
}
