<?php

declare(strict_types=1);

namespace WebSockets;

use ChannelServer\Server\Connection;
use ChannelServer\Server\HttpConversation;
use ChannelServer\Server\Shortcut;

/**
 * GET /empty, the path that floods are aimed at: a request that is nothing but itself gets a preformatted answer.
 * Whatever is out of the ordinary about it goes the long way, to the same answer.
 */
final class EmptyAnswer implements Shortcut
{
    private const KEEP = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: keep-alive\r\n\r\n";

    private const CLOSE = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";

    /** The last request that was found to be plain HTTP/1.0: a flood repeats it byte by byte. */
    private string $known = '';

    /** The answer to a first request that is also the last of its connection, as a flood's are; null for any other. */
    public function onlyAnswer(string $bytes): ?string
    {
        return $bytes === $this->known ? self::CLOSE : null;
    }

    public function answered(Connection $connection, string $bytes): bool
    {
        if (! str_starts_with($bytes, 'GET /empty HTTP/1.') || strpos($bytes, "\r\n\r\n") !== strlen($bytes) - 4 || strlen($bytes) > 1024) {
            return false;
        }
        $head = strtolower($bytes);
        if (str_contains($head, "\r\nconnection:") || str_contains($head, "\ncontent-length") || str_contains($head, "\ntransfer-") || str_contains($head, "\nexpect")) {
            if ($head[18] !== '0' || substr_count($head, 'connection:') !== 1 || ! str_contains($head, "\r\nconnection: keep-alive\r\n")) {
                return false;
            }
            // ab -k: HTTP/1.0 with keep-alive.
            $connection->write(self::KEEP);
            $connection->expireIn(HttpConversation::IDLE_SECONDS);

            return true;
        }
        if ($head[18] === '0') {
            $this->known = $bytes;
            $connection->write(self::CLOSE);
            $connection->end();

            return true;
        }
        if ($head[18] !== '1' || ! str_contains($head, "\r\nhost:")) {
            return false;
        }
        $connection->write(self::KEEP);
        $connection->expireIn(HttpConversation::IDLE_SECONDS);

        return true;
    }
}
