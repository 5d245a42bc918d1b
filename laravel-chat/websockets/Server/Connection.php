<?php

declare(strict_types=1);

namespace WebSockets\Server;

/**
 * One accepted connection. It keeps only bytes that the kernel refused; large strings that many receivers share are
 * kept by reference, so a slow crowd costs one copy of a large event. A peer that does not read is not read from:
 * what it says would only make more answers to keep.
 */
final class Connection
{
    /** The second at which Deadlines expires it; 0 for none. */
    public int $deadline = 0;

    // Above the first bound the server stops reading from a peer; below the second it goes on.
    private const BEHIND_BYTES = 65_536;

    private const CAUGHT_UP_BYTES = 16_384;

    // A turn sends no more to one peer: a crowd that wakes up together must not keep the others waiting.
    private const BYTES_PER_TURN = 65_536;

    // A peer has this long to read the last bytes.
    private const END_SECONDS = 60;

    private const LINGER_SECONDS = 2;

    private ConnectionState $state = ConnectionState::Open;

    /** Bytes that the kernel has not taken yet; null if it has taken all. */
    private ?SendQueue $unsent = null;

    /** Whether the event loop knows the stream. If a first request is answered and ended at once, it never does. */
    private bool $isWatched = false;

    /** The peer does not read, so nothing is read from it. */
    private bool $isPaused = false;

    /** Some of what was read is left for the next turn. */
    private bool $isBusy = false;

    /** @param  resource  $stream */
    public function __construct(
        private readonly Connections $connections,
        public readonly mixed $stream,
        private Protocol $protocol,
    ) {
    }

    public function isOpen(): bool
    {
        return $this->state === ConnectionState::Open;
    }

    public function isClosed(): bool
    {
        return $this->state === ConnectionState::Closed;
    }

    /** Whether more is read from the peer now. */
    public function isReading(): bool
    {
        return ! $this->isBusy && ! $this->isPaused;
    }

    /** Bytes the kernel has not taken yet. */
    public function unsentBytes(): int
    {
        return $this->unsent->bytes ?? 0;
    }

    public function speaks(Protocol $protocol): bool
    {
        return $this->protocol === $protocol;
    }

    /** The peer speaks this protocol from here on: what came behind the request is read by it. */
    public function upgradeTo(Protocol $protocol): void
    {
        $this->protocol = $protocol;
    }

    /** Lets the event loop watch for what the peer says. */
    public function watch(): void
    {
        $this->isWatched = true;
        if (! $this->isPaused) {
            $this->connections->loop->addReadStream($this->stream, $this->connections->onReadable);
        }
    }

    /** Hands bytes of the peer to the protocol. */
    public function receive(string $bytes): void
    {
        if ($this->isOpen()) {
            $this->protocol->onData($this, $bytes);
        }
    }

    /** Lets the protocol handle the rest of what was read in the next turn of the loop. */
    public function continueNextTurn(): void
    {
        if (! $this->isBusy) {
            $this->isBusy = true;
            $this->connections->loop->futureTick(fn () => $this->connections->guard($this, function (): void {
                $this->isBusy = false;
                if ($this->isOpen()) {
                    $this->protocol->handleBuffered($this);
                }
            }));
        }
    }

    /** Calls the protocol's onDeadline() in $seconds, unless another deadline replaces this one. */
    public function expireIn(int $seconds): void
    {
        if (! $this->isClosed()) {
            $this->connections->deadlines->set($this, $seconds);
        }
    }

    /** The deadline has passed. */
    public function expire(): void
    {
        if ($this->isOpen()) {
            $this->protocol->onDeadline($this);
        } else {
            $this->close();
        }
    }

    /** Sends bytes, now or as soon as the peer takes them. Over the buffer limit the connection is dropped. */
    public function write(string $bytes): void
    {
        if ($this->state !== ConnectionState::Open) {
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
        if (! $this->isClosed()) {
            $this->isWatched = true;
            $this->connections->loop->addWriteStream($this->stream, $this->connections->onWritable);
        }
    }

    /** Sends what the kernel refused before. */
    public function sendUnsent(): void
    {
        $unsent = $this->unsent;
        if ($unsent !== null) {
            $sent = $unsent->sendTo($this->stream, self::BYTES_PER_TURN);
            if ($sent === false) {
                $this->close();

                return;
            }
            $this->connections->addBuffered(-$sent);
            if ($this->isPaused && $unsent->bytes <= self::CAUGHT_UP_BYTES) {
                $this->isPaused = false;
                if ($this->isWatched) {
                    $this->watch();
                }
            }
            if ($unsent->bytes !== 0) {
                return;
            }
            $this->unsent = null;
        }
        $this->connections->loop->removeWriteStream($this->stream);
        if ($this->state === ConnectionState::Lingering) {
            stream_socket_shutdown($this->stream, STREAM_SHUT_WR);
        } elseif ($this->state === ConnectionState::Ending) {
            $this->close();
        }
    }

    /** Closes once everything written is with the kernel. */
    public function end(): void
    {
        if ($this->unsent === null) {
            $this->close();
        } elseif (! $this->isClosed()) {
            $this->state = ConnectionState::Ending;
            $this->expireIn(self::END_SECONDS);
        }
    }

    /**
     * Says goodbye: tells the peer that nothing more comes and waits a moment for its end, so that a last answer is not
     * lost to a reset (RFC 9112, 9.6).
     */
    public function linger(): void
    {
        if ($this->isOpen()) {
            $this->state = ConnectionState::Lingering;
            $this->expireIn(self::LINGER_SECONDS);
            if ($this->unsent === null) {
                stream_socket_shutdown($this->stream, STREAM_SHUT_WR);
            }
        }
    }

    /** Closes at once; unsent bytes are lost. */
    public function close(): void
    {
        if ($this->isClosed()) {
            return;
        }
        $this->state = ConnectionState::Closed;
        $this->connections->addBuffered(-$this->unsentBytes());
        $this->unsent = null;
        $loop = $this->connections->loop;
        if ($this->isWatched) {
            $loop->removeReadStream($this->stream);
            $loop->removeWriteStream($this->stream);
        }
        $this->connections->remove($this);
        fclose($this->stream);
        if ($this->protocol instanceof CloseListener) {
            $loop->futureTick($this->protocol->onClose(...));
        }
    }

    private function keep(SendQueue $unsent, string $bytes, int $sent): void
    {
        $unsent->add($bytes, $sent);
        $this->connections->addBuffered(strlen($bytes) - $sent);
        if ($unsent->bytes > $this->connections->receiverBufferMaxBytes) {
            ($this->connections->onError)('receiver_too_slow');
            $this->close();
        } elseif (! $this->isPaused && $unsent->bytes > self::BEHIND_BYTES) {
            $this->isPaused = true;
            if ($this->isWatched) {
                $this->connections->loop->removeReadStream($this->stream);
            }
        }
    }
}
