<?php

declare(strict_types=1);

namespace ChannelServer\Server;

use Throwable;

/** HTTP on one connection: requests one after the other, pipelined ones too, each to be complete within its time. */
final class HttpConversation implements Protocol
{
    // From the first byte of a request, or from the connect, to its last byte: what slow-loris clients exploit.
    private const REQUEST_SECONDS = 10;

    // An HTTP worker's kept connection waits this long for its next publish.
    private const IDLE_SECONDS = 60;

    private ?HttpRequestReader $reader = null;

    private bool $midway = false;

    private bool $served = false;

    public function __construct(private readonly HttpHandler $handler, private readonly int $maxBodyBytes)
    {
    }

    public function received(Connection $connection, string $bytes): void
    {
        if ($this->reader === null) {
            $admit = fn (HttpRequest $head) => $this->handler->admit($head, $connection);
            $this->reader = new HttpRequestReader($this->maxBodyBytes, $admit);
        }
        $reader = $this->reader;
        $reader->feed($bytes);
        try {
            // One request a turn of the loop: thousands may have pipelined more.
            if (($request = $reader->next()) !== null) {
                $this->midway = false;
                $this->served = true;
                $this->answer($request, $connection);
                if ($connection->protocol !== $this || $connection->closed) {
                    return;
                }
                if ($reader->isMidway()) {
                    $connection->goOnNextTurn();
                }
            }
            if ($reader->awaitsContinue()) {
                $connection->write("HTTP/1.1 100 Continue\r\n\r\n");
            }
        } catch (HttpRefused $refused) {
            $connection->write($refused->response()->bytes(false));
            $connection->linger();

            return;
        }
        $this->watchTime($connection);
    }

    public function expired(Connection $connection): void
    {
        if ($this->reader?->isMidway()) {
            $connection->write(HttpResponse::error(
                408, 'request_timeout', 'The request did not arrive within '.self::REQUEST_SECONDS.' s.',
            )->bytes(false));
            $connection->linger();
        } else {
            $connection->close();
        }
    }

    public function closed(Connection $connection): void
    {
    }

    /** Bytes that came behind an upgrade request. */
    public function rest(): string
    {
        return $this->reader?->rest() ?? '';
    }

    private function answer(HttpRequest $request, Connection $connection): void
    {
        try {
            $response = $this->handler->handle($request, $connection);
        } catch (HttpRefused $refused) {
            $response = $refused->response();
        } catch (Throwable $bug) {
            $connection->write(HttpResponse::error(
                500, 'internal', "Something went wrong here: it is in the server's log.",
            )->bytes(false));
            $connection->linger();
            throw $bug;
        }
        if ($response === null) {
            return;
        }
        $connection->stays(false);
        $keepAlive = $request->keepsAlive() && $connection->noPlace === null;
        $connection->write($response->bytes($keepAlive, $request->method === 'HEAD'));
        if (! $keepAlive) {
            $this->reader?->isMidway() ? $connection->linger() : $connection->end();
        }
    }

    /** One deadline for a whole request, not a new one with each byte of it. */
    private function watchTime(Connection $connection): void
    {
        $midway = $this->reader?->isMidway() ?? false;
        if ($connection->deadline === 0 || ($midway && ! $this->midway)) {
            $connection->expireIn($midway || ! $this->served ? self::REQUEST_SECONDS : self::IDLE_SECONDS);
        } elseif (! $midway && $this->served) {
            $connection->expireIn(self::IDLE_SECONDS);
        }
        $this->midway = $midway;
    }
}
