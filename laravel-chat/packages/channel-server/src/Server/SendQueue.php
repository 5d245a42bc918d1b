<?php

declare(strict_types=1);

namespace ChannelServer\Server;

use SplQueue;

/**
 * What the kernel has not taken yet of one connection's bytes, in order. Small pieces are joined, so that a peer that provokes
 * millions of them costs what their bytes cost; large ones are kept as they are, shared with all others who wait for the same.
 */
final class SendQueue
{
    // Below this a copy costs less than what PHP keeps beside a string of its own.
    private const JOINED_BELOW = 1024;

    // A joined piece is full from here on: it goes to the kernel in one call.
    private const JOINED_BYTES = 16_384;

    // One call to the kernel gets no more, so that the rest of a long piece is not copied for each.
    private const SLICE_BYTES = 65_536;

    // Beside its bytes: the string's header and final zero, the queue's node.
    private const STRING_HEAD = 25;

    private const NODE = 64;

    // PHP's allocator has sizes up to 3,072 bytes, at most a quarter apart, then whole pages.
    private const LARGEST_SMALL = 3072;

    private const PAGE = 4096;

    /** Bytes the kernel has not taken yet. */
    public int $bytes = 0;

    /** What they cost in memory, at least $bytes. */
    public int $cost = 0;

    /** @var SplQueue<string>|null made when there is something to keep: most connections never have */
    private ?SplQueue $pieces = null;

    /** The joined piece at the end, not yet in $pieces. */
    private string $tail = '';

    /** How much of the first piece is already sent. */
    private int $sentOfFirst = 0;

    /** @param  int  $sent how much of $bytes the kernel has taken already; only where nothing else waits */
    public function add(string $bytes, int $sent = 0): void
    {
        $length = strlen($bytes);
        $this->bytes += $length - $sent;
        if ($length - $sent < self::JOINED_BELOW) {
            $this->cost -= self::costOf(strlen($this->tail));
            $this->tail .= $sent === 0 ? $bytes : substr($bytes, $sent);
            $this->cost += self::costOf(strlen($this->tail));
            if (strlen($this->tail) >= self::JOINED_BYTES) {
                $this->closeTail();
            }

            return;
        }
        $this->closeTail();
        $this->sentOfFirst += $sent;
        $this->pieces ??= new SplQueue;
        $this->pieces->enqueue($bytes);
        $this->cost += self::costOf($length);
    }

    /**
     * Hands bytes to the kernel until it refuses more, nothing is left, or $budget is used up.
     *
     * @param  resource  $stream
     * @return int|false how many it took; false where the stream is broken
     */
    public function sendTo($stream, int $budget): int|false
    {
        $taken = 0;
        while ($this->bytes !== 0 && $taken < $budget) {
            $first = $this->first();
            $slice = strlen($first) <= self::SLICE_BYTES && $this->sentOfFirst === 0 ? $first : substr($first, $this->sentOfFirst, self::SLICE_BYTES);
            $written = @fwrite($stream, $slice);
            if ($written === false) {
                return false;
            }
            $taken += $written;
            $this->bytes -= $written;
            $this->sentOfFirst += $written;
            if ($this->sentOfFirst === strlen($first)) {
                $this->dropFirst();
            }
            if ($written < strlen($slice)) {
                break;
            }
        }

        return $taken;
    }

    /** Forgets everything. */
    public function clear(): void
    {
        $this->pieces = null;
        $this->tail = '';
        $this->bytes = $this->cost = $this->sentOfFirst = 0;
    }

    private function first(): string
    {
        if ($this->pieces === null || $this->pieces->isEmpty()) {
            $this->closeTail();
        }

        /** @var SplQueue<string> $pieces */
        $pieces = $this->pieces;

        return $pieces->bottom();
    }

    private function dropFirst(): void
    {
        $this->cost -= self::costOf(strlen((string) $this->pieces?->dequeue()));
        $this->sentOfFirst = 0;
        if ($this->bytes === 0) {
            $this->clear();
        }
    }

    private function closeTail(): void
    {
        if ($this->tail !== '') {
            $this->pieces ??= new SplQueue;
            $this->pieces->enqueue($this->tail);
            $this->tail = '';
        }
    }

    private static function costOf(int $length): int
    {
        if ($length === 0) {
            return 0;
        }
        $string = $length + self::STRING_HEAD;

        return self::NODE + ($string <= self::LARGEST_SMALL ? $string + intdiv($string, 4) : ($string + self::PAGE - 1) & ~(self::PAGE - 1));
    }
}
