<?php

declare(strict_types=1);

namespace ChannelServer\Server;

use ChannelServer\Log;
use React\EventLoop\LoopInterface;
use React\EventLoop\TimerInterface;
use ReactEpoll\EpollLoop;
use Throwable;

/** All open connections, read and written through one listener each way, whatever their number. */
final class Connections
{
    // Most HTTP requests and frames fit; more comes in the next turn.
    private const READ_BYTES = 16_384;

    private const TLS_SECONDS = 10;

    /** Bytes waiting in all connections together. */
    public int $buffered = 0;

    public readonly Deadlines $deadlines;

    /** @var array<int, Connection> by resource id */
    private array $open = [];

    /**
     * A module may start processes that inherit copies; those close them, but cannot where ext-ffi is not to be had:
     * then only a shutdown ends a connection.
     */
    private readonly bool $copiesMayExist;

    /** @var callable(resource): void */
    private $onReadable;

    /** @var callable(resource): void */
    private $onWritable;

    /**
     * @param  callable(string): mixed  $failed  told a code: receiver_too_slow, too_many_connections
     */
    public function __construct(
        private readonly LoopInterface $loop,
        private readonly Log $log,
        public readonly int $receiverBufferMaxBytes,
        private $failed,
        private readonly Places $places = new Places(PHP_INT_MAX),
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
     * Takes over an accepted, non-blocking stream, if there is a place. What the client has sent already is heard at
     * once: a short request is answered without ever being registered with the loop.
     *
     * @param  resource  $stream
     * @param  string  $address  the peer's, without its port
     * @param  bool  $tls  whether the peer begins with a TLS handshake
     * @return NoPlace|null why it was not taken over
     */
    public function add($stream, string $address, Protocol $protocol, bool $tls = false): ?NoPlace
    {
        $noPlace = $this->places->refusal($address);
        if ($noPlace !== null && ! $this->places->hasSpare()) {
            return $this->refused($noPlace, $address);
        }
        $connection = $this->open[(int) $stream] = new Connection($this, $stream, $protocol, $tls, $address, $noPlace);
        $this->places->take($connection);
        if ($tls) {
            $connection->watched = true;
            $connection->expireIn(self::TLS_SECONDS);
            $this->readingChanged($connection);

            return null;
        }
        $this->read($connection);
        if (! $connection->closed) {
            $connection->watched = true;
            $this->readingChanged($connection);
            if ($connection->deadline === 0) {
                $protocol->received($connection, '');
            }
        }

        return null;
    }

    /** Tells that a connection may not stay. */
    public function refused(NoPlace $noPlace, string $address): NoPlace
    {
        $this->failed('too_many_connections');
        $this->log->repeatable(
            'connection_refused', ['why' => $noPlace->why, 'address' => $address, 'what_to_do' => $noPlace->whatToDo],
        );

        return $noPlace;
    }

    /** The peer has shown that it may stay, or no longer. */
    public function joined(Connection $connection, bool $joined): void
    {
        if (! $connection->closed) {
            $this->places->joined($connection, $joined);
        }
    }

    /** A signed request of it is on its way, or no longer. */
    public function stays(Connection $connection, bool $stays): void
    {
        if (! $connection->closed) {
            $this->places->stays($connection, $stays);
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

    public function after(float $seconds, callable $then): TimerInterface
    {
        return $this->loop->addTimer($seconds, $then);
    }

    public function cancel(TimerInterface $timer): void
    {
        $this->loop->cancelTimer($timer);
    }

    /** A receiver that does not read costs bounded memory, then its connection. */
    public function dropSlow(Connection $connection): void
    {
        $this->log->repeatable(
            'receiver_dropped',
            [
                'unsent_bytes' => $connection->unsentBytes(), 'cost' => $connection->unsentCost(),
                'limit' => $this->receiverBufferMaxBytes,
            ],
        );
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
        $this->places->leave($connection);
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
        $secured = @stream_socket_enable_crypto(
            $connection->stream, true, STREAM_CRYPTO_METHOD_TLSv1_2_SERVER | STREAM_CRYPTO_METHOD_TLSv1_3_SERVER,
        );
        if ($secured === false) {
            $connection->close();
        } elseif ($secured === true) {
            $connection->securing = false;
            $this->read($connection);
        }
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
