<?php

declare(strict_types=1);

namespace WebSockets\Cluster;

use RuntimeException;

/**
 * Reads the answers of Redis (RESP2), as they come in pieces:
 * https://redis.io/docs/latest/develop/reference/protocol-spec
 */
final class RespReader
{
    private string $unread = '';

    /**
     * @return list<string|int|list<mixed>|null> the replies that are whole by now
     *
     * @throws RuntimeException with the error that Redis answers, or if this is not RESP2
     */
    public function read(string $bytes): array
    {
        $this->unread .= $bytes;
        $replies = [];
        $end = 0;
        while (($found = $this->replyAt($end)) !== null) {
            [$replies[], $end] = $found;
        }
        $this->unread = substr($this->unread, $end);

        return $replies;
    }

    /** @return array{string|int|list<mixed>|null, int}|null the reply and where it ends; null: it is not whole */
    private function replyAt(int $at): ?array
    {
        $lineEnd = strpos($this->unread, "\r\n", $at);
        if ($lineEnd === false) {
            return null;
        }
        $line = substr($this->unread, $at + 1, $lineEnd - $at - 1);

        return match ($this->unread[$at]) {
            '+' => [$line, $lineEnd + 2],
            ':' => [(int) $line, $lineEnd + 2],
            '$' => $this->textAt($lineEnd + 2, (int) $line),
            '*' => $this->listAt($lineEnd + 2, (int) $line),
            '-' => throw new RuntimeException($line),
            default => throw new RuntimeException('This is not a Redis server.'),
        };
    }

    /** @return array{string|null, int}|null */
    private function textAt(int $at, int $bytes): ?array
    {
        if ($bytes < 0) {
            return [null, $at];
        }
        $end = $at + $bytes + 2;

        return strlen($this->unread) < $end ? null : [substr($this->unread, $at, $bytes), $end];
    }

    /** @return array{list<mixed>, int}|null */
    private function listAt(int $at, int $count): ?array
    {
        $list = [];
        while (count($list) < $count) {
            $found = $this->replyAt($at);
            if ($found === null) {
                return null;
            }
            [$list[], $at] = $found;
        }

        return [$list, $at];
    }
}
