<?php

declare(strict_types=1);

namespace WebSockets\Lab;

use App\Lab\Calls;
use Closure;
use React\EventLoop\LoopInterface;
use React\Socket\ConnectionInterface;
use React\Socket\Connector;

/** Asks another server by HTTP/1.0, whose answer ends with its connection. The loop does not wait for it. */
final class OtherServer
{
    public function __construct(private readonly LoopInterface $loop)
    {
    }

    /** @param  Closure(?int): void  $done  gets the status; null: there was no answer */
    public function get(string $url, Closure $done): void
    {
        ['host' => $host, 'port' => $port, 'path' => $path, 'query' => $query]
            = parse_url($url) + ['host' => '', 'port' => 80, 'path' => '/', 'query' => ''];
        $connected = function (ConnectionInterface $other) use ($host, $path, $query, $done): void {
            $received = '';
            $timeout = $this->loop->addTimer(Calls::CALL_SECONDS, $other->close(...));
            $other->on('data', static function (string $bytes) use (&$received): void {
                $received .= $bytes;
            });
            $other->on('close', function () use (&$received, $timeout, $done): void {
                $this->loop->cancelTimer($timeout);
                $isAnswer = preg_match('#^HTTP/1\.[01] (\d{3})\b#', $received, $status) === 1;
                $done($isAnswer ? (int) $status[1] : null);
            });
            $other->write("GET {$path}?{$query} HTTP/1.0\r\nHost: {$host}\r\n\r\n");
        };
        (new Connector(['timeout' => Calls::CALL_SECONDS], $this->loop))->connect("tcp://{$host}:{$port}")
            ->then($connected, static fn () => $done(null));
    }
}
