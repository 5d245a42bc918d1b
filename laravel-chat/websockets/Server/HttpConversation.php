<?php

declare(strict_types=1);

namespace WebSockets\Server;

use App\ChatError;
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
        } catch (ChatError $error) {
            $connection->write(HttpResponse::error($error)->bytes(false));
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
            $connection->write((new HttpResponse(408))->bytes(false));
            $connection->linger();
        } else {
            $connection->close();
        }
    }

    private function answer(HttpRequest $request, Connection $connection): void
    {
        try {
            $response = $this->router->handle($request, $connection);
        } catch (ChatError $error) {
            $response = HttpResponse::error($error);
        } catch (Throwable $bug) {
            $connection->write(HttpResponse::error(ChatError::of('internal'))->bytes(false));
            throw $bug;
        }
        if ($response === null) {
            return;
        }
        $keepAlive = $request->keepsAlive();
        $connection->write($response->bytes($keepAlive, $request->method === 'HEAD'));
        if ($keepAlive) {
            return;
        }
        if ($this->reader->hasBytes()) {
            $connection->linger();
        } else {
            $connection->end();
        }
    }

    /** A request has one deadline, set by its first byte: a slow-loris client would move one that each byte sets. */
    private function watchTime(Connection $connection): void
    {
        $hasBytes = $this->reader->hasBytes();
        if (! $hasBytes || ! $this->hadBytes) {
            $connection->expireIn($hasBytes ? Contract::limit('requestSeconds') : self::IDLE_SECONDS);
        }
        $this->hadBytes = $hasBytes;
    }
}
