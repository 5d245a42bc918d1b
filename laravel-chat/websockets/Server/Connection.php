<?php

declare(strict_types=1);

namespace WebSockets\Server;

/**
 * One accepted TCP connection. It keeps bytes only where the kernel refused them; strings that many receivers share are
 * kept by reference, so a slow crowd costs one copy of each event.
 */
final class Connection
{
    /** The second (Unix time) at which Deadlines calls expired(); 0 for none. */
    public int $deadline = 0;

    public bool $closed = false;

    /** Whether the event loop knows the stream: a request that is answered at once never gets there. */
    public bool $watched = false;

    /** Bytes the kernel has not taken yet. */
    public int $unsentBytes = 0;

    /** @var list<string> */
    private array $unsent = [];

    /** How much of the first unsent string is already sent. */
    private int $sentOfFirst = 0;

    /** Nothing more may be written: the last answer is on its way. */
    private bool $ending = false;

    /** @param  resource  $stream */
    public function __construct(
        private readonly Connections $all,
        public readonly mixed $stream,
        public Protocol $protocol,
    ) {
    }

    /** Lets the protocol be told in $seconds, unless another deadline replaces this one. */
    public function expireIn(int $seconds): void
    {
        if (! $this->closed) {
            $this->all->deadlines->set($this, $seconds);
        }
    }

    /** Sends bytes, now or as soon as the peer takes them. Over the buffer limit the connection is dropped. */
    public function write(string $bytes): void
    {
        if ($this->closed || $this->ending) {
            return;
        }
        if ($this->unsentBytes !== 0) {
            $this->keep($bytes, strlen($bytes));

            return;
        }
        $written = @fwrite($this->stream, $bytes);
        $length = strlen($bytes);
        if ($written === $length) {
            return;
        }
        if ($written === false) {
            $this->close();

            return;
        }
        $this->sentOfFirst = $written;
        $this->keep($bytes, $length - $written);
        if (! $this->closed) {
            $this->all->awaitWritable($this);
        }
    }

    /** Closes once everything written is with the kernel. */
    public function end(): void
    {
        $this->ending = true;
        if ($this->unsentBytes === 0) {
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
            if ($this->unsentBytes === 0) {
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
        $this->all->buffered -= $this->unsentBytes;
        $this->unsent = [];
        $this->unsentBytes = 0;
        $this->all->remove($this);
    }

    /** The kernel has room again. */
    public function writable(): void
    {
        while ($this->unsent !== []) {
            $first = $this->unsent[0];
            $left = $this->sentOfFirst === 0 ? $first : substr($first, $this->sentOfFirst);
            $written = @fwrite($this->stream, $left);
            if ($written === false) {
                $this->close();

                return;
            }
            $this->unsentBytes -= $written;
            $this->all->buffered -= $written;
            if ($written < strlen($left)) {
                $this->sentOfFirst += $written;

                return;
            }
            array_shift($this->unsent);
            $this->sentOfFirst = 0;
        }
        $this->all->awaitNoLonger($this);
        if ($this->protocol instanceof Lingering) {
            stream_socket_shutdown($this->stream, STREAM_SHUT_WR);
        } elseif ($this->ending) {
            $this->close();
        }
    }

    private function keep(string $bytes, int $length): void
    {
        $this->unsent[] = $bytes;
        $this->unsentBytes += $length;
        $this->all->buffered += $length;
        if ($this->unsentBytes > $this->all->receiverBufferMaxBytes) {
            $this->all->dropSlow($this);
        }
    }
}
