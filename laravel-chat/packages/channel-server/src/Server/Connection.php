<?php

declare(strict_types=1);

namespace ChannelServer\Server;

use React\EventLoop\TimerInterface;

/**
 * One accepted TCP connection. It keeps bytes only where the kernel refused them; strings that many receivers share are
 * kept by reference, so a slow crowd costs one copy of each event. A peer that does not read is not read from: what it
 * says would only make more answers to keep.
 */
final class Connection
{
    /** The second (Unix time) at which Deadlines calls expired(); 0 for none. */
    public int $deadline = 0;

    public bool $closed = false;

    /** Whether the event loop knows the stream: a request that is answered at once never gets there. */
    public bool $watched = false;

    // From here on a peer counts as one that does not read, and from here downwards as one that does again.
    private const BEHIND_BYTES = 65_536;

    private const CAUGHT_UP_BYTES = 16_384;

    // Of what waits, in one turn: a crowd that wakes up together must not keep the others waiting.
    private const BYTES_PER_TURN = 65_536;

    /** What the kernel has not taken yet; null where it has taken everything. */
    private ?SendQueue $unsent = null;

    private bool $behind = false;

    /** Runs while nothing is read for a while. */
    private ?TimerInterface $resting = null;

    /** Nothing more may be written: the last answer is on its way. */
    private bool $ending = false;

    /**
     * @param  resource  $stream
     * @param  bool  $securing  whether its TLS handshake is under way
     * @param  string  $address  the peer's, without its port
     * @param  NoPlace|null  $noPlace  why it is here for a single request; null where it may stay
     */
    public function __construct(
        private readonly Connections $all,
        public readonly mixed $stream,
        public Protocol $protocol,
        public bool $securing = false,
        public readonly string $address = '',
        public readonly ?NoPlace $noPlace = null,
    ) {
    }

    /** Closes for want of places. */
    public function makeWay(): void
    {
        $this->all->failed('too_many_connections');
        $this->close();
    }

    /** The application has signed the request that is on its way: until it is answered, it makes way for nobody. */
    public function stays(bool $stays): void
    {
        $this->all->stays($this, $stays);
    }

    /**
     * The peer means to stay.
     *
     * @throws HttpRefused where it may not
     */
    public function mustHavePlace(): void
    {
        if ($this->noPlace !== null) {
            throw HttpRefused::noPlace($this->all->refused($this->noPlace, $this->address));
        }
    }

    /** The peer has shown that it may stay, or no longer: see Places. */
    public function joined(bool $joined): void
    {
        $this->all->joined($this, $joined);
    }

    /** Lets the protocol be told in $seconds, unless another deadline replaces this one. */
    public function expireIn(int $seconds): void
    {
        if (! $this->closed) {
            $this->all->deadlines->set($this, $seconds);
        }
    }

    /** Bytes the kernel has not taken yet. */
    public function unsentBytes(): int
    {
        return $this->unsent->bytes ?? 0;
    }

    /** What those bytes cost in memory. */
    public function unsentCost(): int
    {
        return $this->unsent->cost ?? 0;
    }

    /** Whether the peer is to be heard now. */
    public function isReadFrom(): bool
    {
        return ! $this->behind && $this->resting === null;
    }

    public function after(float $seconds, callable $then): void
    {
        $this->all->after($seconds, $then);
    }

    /** Reads nothing more for a while: a peer that says too much waits, as on a slow line. */
    public function rest(float $seconds): void
    {
        if (! $this->closed && $this->resting === null) {
            $this->resting = $this->all->after($seconds, function (): void {
                $this->resting = null;
                $this->all->readingChanged($this);
                // What had been read by then goes first.
                if (! $this->closed) {
                    $this->protocol->received($this, '');
                }
            });
            $this->all->readingChanged($this);
        }
    }

    /** What has been read and not been heard yet is heard in the next turn of the loop. */
    public function goOnNextTurn(): void
    {
        $this->rest(0.0);
    }

    /** Sends bytes, now or as soon as the peer takes them. Over the buffer limit the connection is dropped. */
    public function write(string $bytes): void
    {
        if ($this->closed || $this->ending) {
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
            $this->all->awaitWritable($this);
        }
    }

    /** Closes once everything written is with the kernel. */
    public function end(): void
    {
        $this->ending = true;
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
        if (! $this->closed && ! $this->ending) {
            $this->ending = true;
            $this->protocol = new Lingering($this->protocol);
            $this->all->deadlines->set($this, Lingering::SECONDS);
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
        $this->all->buffered -= $this->unsentBytes();
        $this->unsent = null;
        if ($this->resting !== null) {
            // It would keep this connection, and what was read from it, for as long as the peer was to wait.
            $this->all->cancel($this->resting);
            $this->resting = null;
        }
        $this->all->remove($this);
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
            $this->all->buffered -= $sent;
            if ($this->behind && $unsent->bytes <= self::CAUGHT_UP_BYTES) {
                $this->behind = false;
                $this->all->readingChanged($this);
            }
            if ($unsent->bytes !== 0) {
                return;
            }
            $this->unsent = null;
        }
        $this->all->awaitNoLonger($this);
        if ($this->protocol instanceof Lingering) {
            stream_socket_shutdown($this->stream, STREAM_SHUT_WR);
        } elseif ($this->ending) {
            $this->close();
        }
    }

    private function keep(SendQueue $unsent, string $bytes, int $sent): void
    {
        $unsent->add($bytes, $sent);
        $this->all->buffered += strlen($bytes) - $sent;
        if ($unsent->cost > $this->all->receiverBufferMaxBytes) {
            $this->all->dropSlow($this);
        } elseif (! $this->behind && $unsent->bytes > self::BEHIND_BYTES) {
            $this->behind = true;
            $this->all->readingChanged($this);
        }
    }
}
