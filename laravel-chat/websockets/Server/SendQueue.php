<?php

declare(strict_types=1);

namespace WebSockets\Server;

use SplQueue;

/**
 * What the kernel has not taken yet of one connection's bytes, in order. Small pieces are joined, so that a peer that
 * provokes millions of them costs what their bytes cost; large ones are kept as they are, shared with all others who
 * wait for the same.
 */
final class SendQueue
{
    // Below this a copy costs less than what PHP keeps beside a string of its own.
    private const JOINED_BELOW = 1024;

    // A joined piece is full from here on: it goes to the kernel in one call.
    private const JOINED_BYTES = 16_384;

    // One call to the kernel gets no more, so that the rest of a long piece is not copied for each.
    private const SLICE_BYTES = 65_536;

    /** Bytes the kernel has not taken yet. */
    public int $bytes = 0;

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
            $this->tail .= $sent === 0 ? $bytes : substr($bytes, $sent);
            if (strlen($this->tail) >= self::JOINED_BYTES) {
                $this->closeTail();
            }

            return;
        }
        $this->closeTail();
        $this->sentOfFirst += $sent;
        $this->pieces ??= new SplQueue;
        $this->pieces->enqueue($bytes);
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
            $slice = strlen($first) <= self::SLICE_BYTES && $this->sentOfFirst === 0
                ? $first
                : substr($first, $this->sentOfFirst, self::SLICE_BYTES);
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
        $this->bytes = $this->sentOfFirst = 0;
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
        $this->pieces?->dequeue();
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
}
