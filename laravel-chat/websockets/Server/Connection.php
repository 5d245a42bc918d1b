<?php

declare(strict_types=1);

namespace WebSockets\Server;

/**
 * One accepted connection. It keeps bytes only where the kernel refused them; large strings that many receivers share
 * are kept by reference, so a slow crowd costs one copy of a large event. A peer that does not read is not read from:
 * what it says would only make more answers to keep.
 */
final class Connection
{
    /** The second at which Deadlines calls expired(); 0 for none. */
    public int $deadline = 0;

    public bool $closed = false;

    /** Whether the event loop knows the stream: a request that is answered at once never gets there. */
    public bool $watched = false;

    // Above the first a peer is not read from, since it does not read itself; below the second it is again.
    private const BEHIND_BYTES = 65_536;

    private const CAUGHT_UP_BYTES = 16_384;

    // Most that is sent to one peer in a turn: a crowd that wakes up together must not keep the others waiting.
    private const BYTES_PER_TURN = 65_536;

    /** Bytes that the kernel has not taken yet; null where it has taken all. */
    private ?SendQueue $unsent = null;

    private bool $isBehind = false;

    /** Some of what was read is left for the next turn. */
    private bool $isBusy = false;

    /** Nothing more may be written: the last answer is on its way. */
    private bool $isEnding = false;

    /** @param  resource  $stream */
    public function __construct(
        private readonly Connections $connections,
        public readonly mixed $stream,
        public Protocol $protocol,
    ) {
    }

    /** Lets the protocol be told in $seconds, unless another deadline replaces this one. */
    public function expireIn(int $seconds): void
    {
        if (! $this->closed) {
            $this->connections->deadlines->set($this, $seconds);
        }
    }

    /** Bytes the kernel has not taken yet. */
    public function unsentBytes(): int
    {
        return $this->unsent->bytes ?? 0;
    }

    /** Tells the loop whether to watch for what the peer says. */
    public function watchReading(): void
    {
        if ($this->closed || ! $this->watched) {
            return;
        }
        if ($this->isBehind) {
            $this->connections->loop->removeReadStream($this->stream);
        } else {
            $this->connections->loop->addReadStream($this->stream, $this->connections->onReadable);
        }
    }

    /** Whether there is room for more of what the peer says. */
    public function isListening(): bool
    {
        return ! $this->isBusy && ! $this->isBehind;
    }

    /** Handles the rest of what was read in the next turn of the loop. */
    public function continueNextTurn(): void
    {
        if (! $this->closed && ! $this->isBusy) {
            $this->isBusy = true;
            $this->connections->loop->futureTick(fn () => $this->connections->guarded($this, function (): void {
                $this->isBusy = false;
                $this->closed || $this->protocol->received($this, '');
            }));
        }
    }

    /** Sends bytes, now or as soon as the peer takes them. Over the buffer limit the connection is dropped. */
    public function write(string $bytes): void
    {
        if ($this->closed || $this->isEnding) {
            return;
        }
        if ($this->unsent !== null) {
            $this->keep($this->unsent, $bytes, 0);

            return;
        }
        $written = @fwrite($this->stream, $bytes);
        if ($written === strlen($bytes)) {
            return;
        }
        if ($written === false) {
            $this->close();

            return;
        }
        $this->keep($this->unsent = new SendQueue, $bytes, $written);
        if (! $this->closed) {
            $this->watched = true;
            $this->connections->loop->addWriteStream($this->stream, $this->connections->onWritable);
        }
    }

    /** Closes once everything written is with the kernel. */
    public function end(): void
    {
        $this->isEnding = true;
        if ($this->unsent === null) {
            $this->close();
        }
    }

    /**
     * Says goodbye: tells the peer that nothing more comes and waits a moment for its end, so that a last answer is not
     * lost to a reset (RFC 9112, 9.6).
     */
    public function linger(): void
    {
        if (! $this->closed && ! $this->isEnding) {
            $this->isEnding = true;
            $this->protocol = new Lingering($this->protocol);
            $this->connections->deadlines->set($this, Lingering::SECONDS);
            if ($this->unsent === null) {
                stream_socket_shutdown($this->stream, STREAM_SHUT_WR);
            }
        }
    }

    /** Closes at once; unsent bytes are lost. */
    public function close(): void
    {
        if ($this->closed) {
            return;
        }
        $this->closed = true;
        $this->connections->buffered -= $this->unsentBytes();
        $this->unsent = null;
        $this->connections->remove($this);
    }

    /** The kernel has room again. */
    public function writable(): void
    {
        $unsent = $this->unsent;
        if ($unsent !== null) {
            $sent = $unsent->sendTo($this->stream, self::BYTES_PER_TURN);
            if ($sent === false) {
                $this->close();

                return;
            }
            $this->connections->buffered -= $sent;
            if ($this->isBehind && $unsent->bytes <= self::CAUGHT_UP_BYTES) {
                $this->isBehind = false;
                $this->watchReading();
            }
            if ($unsent->bytes !== 0) {
                return;
            }
            $this->unsent = null;
        }
        $this->connections->loop->removeWriteStream($this->stream);
        if ($this->protocol instanceof Lingering) {
            stream_socket_shutdown($this->stream, STREAM_SHUT_WR);
        } elseif ($this->isEnding) {
            $this->close();
        }
    }

    private function keep(SendQueue $unsent, string $bytes, int $sent): void
    {
        $unsent->add($bytes, $sent);
        $this->connections->buffered += strlen($bytes) - $sent;
        if ($unsent->bytes > $this->connections->receiverBufferMaxBytes) {
            $this->connections->dropSlow($this);
        } elseif (! $this->isBehind && $unsent->bytes > self::BEHIND_BYTES) {
            $this->isBehind = true;
            $this->watchReading();
        }
    }
}
