<?php

declare(strict_types=1);

namespace WebSockets\Server;

use Closure;
use React\EventLoop\LoopInterface;
use Throwable;
use WebSockets\Log;

/** All open connections, with one listener for reading and one for writing. */
final class Connections
{
    // Most HTTP requests and frames fit into one read; the next turn reads the rest.
    private const READ_BYTES = 16_384;

    public readonly Deadlines $deadlines;

    /** @var array<int, Connection> by resource id */
    private array $open = [];

    private int $bufferedBytes = 0;

    public readonly Closure $onReadable;

    public readonly Closure $onWritable;

    /**
     * @param  int  $receiverBufferMaxBytes  unsent bytes of one receiver, beyond which it is dropped
     * @param  Closure(string): void  $onError  gets a code: receiver_too_slow, too_many_connections
     */
    public function __construct(
        public readonly LoopInterface $loop,
        private readonly Log $log,
        public readonly int $max,
        public readonly int $receiverBufferMaxBytes,
        public readonly Closure $onError,
    ) {
        $this->deadlines = new Deadlines(
            $loop, fn (Connection $connection) => $this->guard($connection, $connection->expire(...)),
        );
        $this->onReadable = $this->readFrom(...);
        $this->onWritable = $this->sendTo(...);
    }

    public function count(): int
    {
        return count($this->open);
    }

    /** Bytes that wait in all connections together. */
    public function bufferedBytes(): int
    {
        return $this->bufferedBytes;
    }

    /** @param  int  $bytes  that a connection keeps from now on; negative: keeps no more */
    public function addBuffered(int $bytes): void
    {
        $this->bufferedBytes += $bytes;
    }

    /** @return array<int, Connection> */
    public function all(): array
    {
        return $this->open;
    }

    /**
     * Takes over an accepted, non-blocking stream. Reads at once: a short request that is there already
     * is answered without being registered with the loop.
     *
     * @param  resource  $stream
     */
    public function add($stream, Protocol $protocol): void
    {
        $connection = $this->open[(int) $stream] = new Connection($this, $stream, $protocol);
        $this->guard($connection, function () use ($connection, $protocol): void {
            $hasSpoken = $this->read($connection);
            if ($connection->isClosed()) {
                return;
            }
            $connection->watch();
            if (! $hasSpoken) {
                $protocol->handleBuffered($connection); // its deadline begins
            }
        });
    }

    /** Only Connection::close() calls it. */
    public function remove(Connection $connection): void
    {
        unset($this->open[(int) $connection->stream]);
        $this->deadlines->clear($connection);
    }

    /** @param  resource  $stream */
    private function readFrom($stream): void
    {
        $connection = $this->open[(int) $stream] ?? null;
        if ($connection !== null && $connection->isReading()) {
            $this->read($connection);
        }
    }

    /** @return bool whether the peer has sent something */
    private function read(Connection $connection): bool
    {
        // A turn reads once, so that a peer that sends without end does not keep the others waiting.
        $bytes = @fread($connection->stream, self::READ_BYTES);
        if ($bytes !== '' && $bytes !== false) {
            $this->guard($connection, static fn () => $connection->receive($bytes));

            return true;
        }
        if (feof($connection->stream)) {
            $connection->close();
        }

        return false;
    }

    /**
     * Does something for one connection: an exception ends that one, and no other.
     *
     * @param  callable(): mixed  $do
     */
    public function guard(Connection $connection, callable $do): void
    {
        try {
            $do();
        } catch (Throwable $bug) {
            $this->log->bug($bug);
            $connection->close();
        }
    }

    /** @param  resource  $stream */
    private function sendTo($stream): void
    {
        ($this->open[(int) $stream] ?? null)?->sendUnsent();
    }
}
