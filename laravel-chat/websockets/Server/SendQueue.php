<?php

declare(strict_types=1);

namespace WebSockets\Server;

use SplQueue;

/**
 * The bytes of one connection that the kernel has not taken yet, in order. A long event is one string, however many
 * connections wait for it.
 */
final class SendQueue
{
    // Short pieces go to the kernel together, up to so many bytes: a call for each would cost more.
    private const JOINED_BYTES = 16_384;

    // One call to the kernel gets no more, so that the rest of a long piece is not copied for each.
    private const SLICE_BYTES = 65_536;

    /** Bytes the kernel has not taken yet. */
    public int $bytes = 0;

    /** @var SplQueue<string> */
    private readonly SplQueue $pieces;

    /** How much of the first piece is already sent. */
    private int $sentOfFirst = 0;

    public function __construct()
    {
        $this->pieces = new SplQueue;
    }

    /** @param  int  $sent how much of $bytes the kernel has taken already; above 0 only if nothing else waits */
    public function add(string $bytes, int $sent = 0): void
    {
        $this->bytes += strlen($bytes) - $sent;
        $this->sentOfFirst += $sent;
        $this->pieces->enqueue($bytes);
    }

    /**
     * Hands bytes to the kernel until it refuses more, nothing is left, or $budget is used up.
     *
     * @param  resource  $stream
     * @return int|false how many it took; false: the stream is broken
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
                $this->pieces->dequeue();
                $this->sentOfFirst = 0;
            }
            if ($written < strlen($slice)) {
                break;
            }
        }

        return $taken;
    }

    /** The first piece, with the short ones behind it. */
    private function first(): string
    {
        $first = $this->pieces->dequeue();
        while (
            ! $this->pieces->isEmpty() && strlen($first) + strlen($this->pieces->bottom()) <= self::JOINED_BYTES
        ) {
            $first .= $this->pieces->dequeue();
        }
        $this->pieces->unshift($first);

        return $first;
    }
}
