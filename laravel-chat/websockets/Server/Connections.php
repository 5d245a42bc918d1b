<?php

declare(strict_types=1);

namespace WebSockets\Server;

use React\EventLoop\LoopInterface;
use Throwable;
use WebSockets\Log;

/** All open connections, read and written through one listener each way, whatever their number. */
final class Connections
{
    // Most HTTP requests and chat frames fit; more comes in the next turn.
    public const READ_BYTES = 16_384;

    /** Bytes waiting in all connections together. */
    public int $buffered = 0;

    public readonly Deadlines $deadlines;

    /** @var array<int, Connection> by resource id */
    private array $open = [];

    /** The storing process closes the copies it inherits, but cannot without ext-ffi: then only a shutdown ends a connection. */
    private readonly bool $copiesMayExist;

    /** @var callable(resource): void */
    private $onReadable;

    /** @var callable(resource): void */
    private $onWritable;

    /** @param  callable(string): mixed  $failed  told a code: receiver_too_slow, too_many_connections */
    public function __construct(
        private readonly LoopInterface $loop,
        private readonly Log $log,
        public readonly int $receiverBufferMaxBytes,
        private $failed,
    ) {
        $this->deadlines = new Deadlines($loop);
        $this->copiesMayExist = ! extension_loaded('ffi');
        $this->onReadable = $this->readable(...);
        $this->onWritable = $this->writable(...);
    }

    public function count(): int
    {
        return count($this->open);
    }

    /** @return array<int, Connection> */
    public function all(): array
    {
        return $this->open;
    }

    /**
     * Takes over an accepted, non-blocking stream. What the client has sent already is heard at once: a short request
     * is answered without ever being registered with the loop.
     *
     * @param  resource  $stream
     * @param  string|null  $first  what was read from it before; null where nobody tried
     */
    public function add($stream, Protocol $protocol, ?string $first = null): void
    {
        $connection = $this->open[(int) $stream] = new Connection($this, $stream, $protocol);
        $first === null ? $this->read($connection) : $this->hear($connection, $first);
        if (! $connection->closed) {
            $connection->watched = true;
            $this->readingChanged($connection);
            if ($connection->deadline === 0) {
                $protocol->received($connection, '');
            }
        }
    }

    public function awaitWritable(Connection $connection): void
    {
        $connection->watched = true;
        $this->loop->addWriteStream($connection->stream, $this->onWritable);
    }

    public function awaitNoLonger(Connection $connection): void
    {
        $this->loop->removeWriteStream($connection->stream);
    }

    /** Reads from the peer, or not, as the connection says. */
    public function readingChanged(Connection $connection): void
    {
        if ($connection->closed || ! $connection->watched) {
            return;
        }
        if ($connection->isReadFrom()) {
            $this->loop->addReadStream($connection->stream, $this->onReadable);
        } else {
            $this->loop->removeReadStream($connection->stream);
        }
    }

    public function after(float $seconds, callable $then): void
    {
        $this->loop->addTimer($seconds, $then);
    }

    /** A receiver that does not read costs bounded memory, then its connection. */
    public function dropSlow(Connection $connection): void
    {
        $this->log->repeatable('receiver_dropped', ['unsent_bytes' => $connection->unsentBytes(), 'cost' => $connection->unsentCost(), 'limit' => $this->receiverBufferMaxBytes]);
        $this->failed('receiver_too_slow');
        $connection->close();
    }

    /** Counts what befell a connection, under chat_errors_total. */
    public function failed(string $code): void
    {
        ($this->failed)($code);
    }

    /** Called by Connection::close() alone. */
    public function remove(Connection $connection): void
    {
        $stream = $connection->stream;
        unset($this->open[(int) $stream]);
        $this->deadlines->clear($connection);
        if ($connection->watched) {
            $this->loop->removeReadStream($stream);
            $this->loop->removeWriteStream($stream);
        }
        if ($this->copiesMayExist) {
            @stream_socket_shutdown($stream, STREAM_SHUT_RDWR);
        }
        fclose($stream);
        if (! $connection->protocol instanceof HttpConversation) {
            $this->loop->futureTick(static fn () => $connection->protocol->closed($connection));
        }
    }

    /** @param  resource  $stream */
    private function readable($stream): void
    {
        $connection = $this->open[(int) $stream] ?? null;
        if ($connection !== null) {
            $this->read($connection);
        }
    }

    private function read(Connection $connection): void
    {
        // Once a turn: who sends without end must not keep the others waiting. A TLS record fits as well.
        $bytes = @fread($connection->stream, self::READ_BYTES);
        if ($bytes !== '' && $bytes !== false) {
            $this->hear($connection, $bytes);
        } elseif (feof($connection->stream)) {
            $connection->close();
        }
    }

    private function hear(Connection $connection, string $bytes): void
    {
        try {
            $connection->protocol->received($connection, $bytes);
        } catch (Throwable $bug) {
            // Nothing that one client sends may stop the others.
            $this->log->repeatable('bug', ['error' => $bug->getMessage(), 'where' => $bug->getFile().':'.$bug->getLine()]);
            $connection->close();
        }
    }

    /** @param  resource  $stream */
    private function writable($stream): void
    {
        ($this->open[(int) $stream] ?? null)?->writable();
    }
}
