<?php

declare(strict_types=1);

namespace App\Protection;

/**
 * Remembers for all workers that the server hangs, so that one of them waits for it and the others say so at once:
 * a queue of requests behind workers that all wait would be answered far too late.
 */
final class CircuitBreaker
{
    private bool $isOpen = false;

    /** @param  int  $seconds between two tries */
    public function __construct(private readonly string $file, private readonly int $seconds)
    {
    }

    /** Whether to try. After a failure one try in a while is allowed, which is made for all. */
    public function allows(): bool
    {
        clearstatcache(true, $this->file);
        $failed = is_file($this->file) ? @filemtime($this->file) : false;
        if ($failed === false) {
            return true;
        }
        $ago = time() - $failed;
        // A future timestamp means that the clock moved back; ignore it.
        if ($ago >= 0 && $ago <= $this->seconds) {
            return false;
        }
        $this->open();

        return true;
    }

    /** Nobody else tries for a while. */
    public function open(): void
    {
        $this->isOpen = @touch($this->file);
    }

    /** The server answers again. */
    public function close(): void
    {
        if ($this->isOpen) {
            $this->isOpen = false;
            @unlink($this->file);
        }
    }
}
