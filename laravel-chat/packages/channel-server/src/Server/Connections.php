<?php

declare(strict_types=1);

namespace ChannelServer\Server;

use ChannelServer\Log;
use React\EventLoop\LoopInterface;
use ReactEpoll\EpollLoop;
use Throwable;

/** All open connections, read and written through one listener each way, whatever their number. */
final class Connections
{
    // Most HTTP requests and frames fit; more comes in the next turn.
    public const READ_BYTES = 16_384;

    private const TLS_SECONDS = 10;

    /** Bytes waiting in all connections together. */
    public int $buffered = 0;

    public readonly Deadlines $deadlines;

    /** @var array<int, Connection> by resource id */
    private array $open = [];

    /** A module may start processes that inherit copies; those close them, but cannot where ext-ffi is not to be had: then only a shutdown ends a connection. */
    private readonly bool $copiesMayExist;

    /** @var callable(resource): void */
    private $onReadable;

    /** @var callable(resource): void */
    private $onWritable;

    /**
     * @param  callable(string): mixed  $failed  told a code: receiver_too_slow, too_many_connections
     * @param  Unjoined|null  $unjoined  bounds those who have not joined; null where all who can connect may
     */
    public function __construct(
        private readonly LoopInterface $loop,
        private readonly Log $log,
        public readonly int $receiverBufferMaxBytes,
        private $failed,
        private readonly ?Unjoined $unjoined = null,
    ) {
        $this->deadlines = new Deadlines($loop, $this->guarded(...));
        $this->copiesMayExist = EpollLoop::unavailable() !== null;
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
     * @param  bool  $tls  whether the peer begins with a TLS handshake
     */
    public function add($stream, Protocol $protocol, ?string $first = null, bool $tls = false): void
    {
        $connection = $this->open[(int) $stream] = new Connection($this, $stream, $protocol, $tls);
        $this->unjoined?->add($connection, self::addressOf($stream));
        if ($tls) {
            $connection->watched = true;
            $connection->expireIn(self::TLS_SECONDS);
            $this->readingChanged($connection);

            return;
        }
        $first === null ? $this->read($connection) : $this->hear($connection, $first);
        if (! $connection->closed) {
            $connection->watched = true;
            $this->readingChanged($connection);
            if ($connection->deadline === 0) {
                $protocol->received($connection, '');
            }
        }
    }

    /**
     * Whether one more may come in. Where there is no room but for those who have joined, the one that should have by now makes way.
     *
     * @param  resource  $stream
     * @param  bool  $isFull  whether all connections there can be are open
     */
    public function admits($stream, bool $isFull): bool
    {
        if ($this->unjoined === null) {
            return ! $isFull;
        }
        if ($this->unjoined->shareIsTaken(self::addressOf($stream))) {
            return false;
        }
        if (! $isFull && ! $this->unjoined->isFull()) {
            return true;
        }
        $overdue = $this->unjoined->overdue();
        if ($overdue !== null) {
            $this->failed('too_many_connections');
            $overdue->close();
        }

        return $overdue !== null;
    }

    /** The peer has shown that it may stay, or no longer. */
    public function joined(Connection $connection, bool $joined): void
    {
        if ($joined) {
            $this->unjoined?->remove($connection);
        } elseif (! $connection->closed) {
            $this->unjoined?->add($connection, self::addressOf($connection->stream));
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

    /** Tells what befell a connection. */
    public function failed(string $code): void
    {
        ($this->failed)($code);
    }

    /** Called by Connection::close() alone. */
    public function remove(Connection $connection): void
    {
        $stream = $connection->stream;
        unset($this->open[(int) $stream]);
        $this->unjoined?->remove($connection);
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
        if ($connection->securing) {
            $this->secure($connection);

            return;
        }
        // Once a turn: who sends without end must not keep the others waiting. A TLS record fits as well.
        $bytes = @fread($connection->stream, self::READ_BYTES);
        if ($bytes !== '' && $bytes !== false) {
            $this->hear($connection, $bytes);
        } elseif (feof($connection->stream)) {
            $connection->close();
        }
    }

    private function secure(Connection $connection): void
    {
        $secured = @stream_socket_enable_crypto($connection->stream, true, STREAM_CRYPTO_METHOD_TLSv1_2_SERVER | STREAM_CRYPTO_METHOD_TLSv1_3_SERVER);
        if ($secured === false) {
            $connection->close();
        } elseif ($secured === true) {
            $connection->securing = false;
            $this->read($connection);
        }
    }

    /**
     * @param  resource  $stream
     * @return string the peer's, without its port
     */
    private static function addressOf($stream): string
    {
        $name = (string) @stream_socket_get_name($stream, true);

        return trim(substr($name, 0, (int) strrpos($name, ':')), '[]');
    }

    private function hear(Connection $connection, string $bytes): void
    {
        $this->guarded($connection, static fn () => $connection->protocol->received($connection, $bytes));
    }

    /**
     * Does something for one connection: whatever goes wrong ends that one, and no other.
     *
     * @param  callable(): mixed  $do
     */
    public function guarded(Connection $connection, callable $do): void
    {
        try {
            $do();
        } catch (Throwable $bug) {
            $this->log->bug($bug);
            $connection->close();
        }
    }

    /** @param  resource  $stream */
    private function writable($stream): void
    {
        $connection = $this->open[(int) $stream] ?? null;
        if ($connection !== null) {
            $this->guarded($connection, $connection->writable(...));
        }
    }
}
