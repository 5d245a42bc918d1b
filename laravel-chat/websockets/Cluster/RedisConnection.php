<?php

declare(strict_types=1);

namespace WebSockets\Cluster;

use Closure;
use React\EventLoop\LoopInterface;
use React\Socket\ConnectionInterface;
use React\Socket\Connector;
use RuntimeException;
use Throwable;

/** A connection to Redis that is made again when it is lost, and when Redis answers no ping: it may hang. */
final class RedisConnection
{
    private const CONNECT_SECONDS = 3.0;

    private const PINGS_UNANSWERED = 3;

    private readonly Connector $connector;

    private RespReader $reader;

    private ?ConnectionInterface $socket = null;

    private bool $isConnecting = false;

    private int $pingsUnanswered = 0;

    /** Replies to the greeting that have not come; 0: the connection is up. */
    private int $repliesDue = 0;

    /**
     * @param  list<string>  $greeting  the first command after the login
     * @param  Closure(mixed): void  $onReply
     * @param  Closure(): void  $onChange  is called when the connection is up, and when it has ended
     * @param  Closure(string): void  $onFailure  is told why there is no connection
     */
    public function __construct(
        LoopInterface $loop,
        private readonly RedisUrl $url,
        private readonly array $greeting,
        private readonly Closure $onReply,
        private readonly Closure $onChange,
        private readonly Closure $onFailure,
    ) {
        $this->connector = new Connector(['timeout' => self::CONNECT_SECONDS], $loop);
    }

    public function isUp(): bool
    {
        return $this->socket !== null && $this->repliesDue === 0;
    }

    /** Sends a command. Without a connection it is dropped, since news may be lost. */
    public function send(string ...$words): void
    {
        $command = '*'.count($words)."\r\n";
        foreach ($words as $word) {
            $command .= '$'.strlen($word)."\r\n{$word}\r\n";
        }
        $this->socket?->write($command);
    }

    private function connect(): void
    {
        $this->isConnecting = true;
        $this->connector->connect($this->url->address)->then($this->onConnect(...), function (Throwable $why): void {
            $this->isConnecting = false;
            ($this->onFailure)($why->getMessage());
        });
    }

    private function onConnect(ConnectionInterface $socket): void
    {
        $this->isConnecting = false;
        $this->socket = $socket;
        $this->reader = new RespReader;
        $this->pingsUnanswered = 0;
        $socket->on('data', $this->onData(...));
        $socket->on('close', $this->onClose(...));
        $commands = [...$this->url->login, $this->greeting];
        $this->repliesDue = count($commands);
        foreach ($commands as $command) {
            $this->send(...$command);
        }
    }

    private function onData(string $bytes): void
    {
        $this->pingsUnanswered = 0;
        try {
            $replies = $this->reader->read($bytes);
        } catch (RuntimeException $refused) {
            ($this->onFailure)($refused->getMessage());
            $this->socket?->close();

            return;
        }
        foreach ($replies as $reply) {
            if ($this->repliesDue > 0 && --$this->repliesDue === 0) {
                ($this->onChange)();
            }
            ($this->onReply)($reply);
        }
    }

    private function onClose(): void
    {
        $this->socket = null;
        ($this->onChange)();
    }

    /** Call once a second. It connects if there is no connection; otherwise Redis must answer a ping. */
    public function check(): void
    {
        if ($this->socket === null) {
            $this->isConnecting || $this->connect();
        } elseif ($this->pingsUnanswered++ < self::PINGS_UNANSWERED) {
            $this->send('PING');
        } else {
            $this->socket->close();
            ($this->onFailure)('Redis does not answer');
        }
    }
}
