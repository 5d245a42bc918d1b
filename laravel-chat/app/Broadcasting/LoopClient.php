<?php

declare(strict_types=1);

namespace App\Broadcasting;

use BadMethodCallException;
use GuzzleHttp\ClientInterface;
use GuzzleHttp\Exception\ConnectException;
use GuzzleHttp\Promise\PromiseInterface;
use GuzzleHttp\Psr7\Message;
use GuzzleHttp\Psr7\Request;
use InvalidArgumentException;
use Psr\Http\Message\RequestInterface;
use Psr\Http\Message\ResponseInterface;

/** Reaches the loop on this machine by PHP's own streams. Every POST does: curl would be a third of what it costs. */
final class LoopClient implements ClientInterface
{
    private const CONNECT_SECONDS = 0.3;

    // A loop that hangs for longer has the request all the same, and takes it when it goes on.
    private const ANSWER_SECONDS = 1;

    public function __construct(private readonly string $socket)
    {
    }

    /** @param  array<string, mixed>  $options  of which query and body count */
    public function request(string $method, $uri = '', array $options = []): ResponseInterface
    {
        $stream = @stream_socket_client("unix://{$this->socket}", $code, $why, self::CONNECT_SECONDS);
        $stream === false && throw $this->away($method, (string) $why);
        stream_set_timeout($stream, self::ANSWER_SECONDS);
        $path = '/'.ltrim((string) parse_url((string) $uri, PHP_URL_PATH), '/');
        $target = $path.'?'.http_build_query($options['query'] ?? [], '', '&', PHP_QUERY_RFC3986);
        $body = $options['body'] ?? '';
        $head = "{$method} {$target} HTTP/1.1\r\nHost: loop\r\nConnection: close\r\nContent-Length: ".strlen($body);
        fwrite($stream, "{$head}\r\n\r\n{$body}");
        try {
            return Message::parseResponse((string) stream_get_contents($stream));
        } catch (InvalidArgumentException) {
            throw $this->away($method, 'it does not answer');
        }
    }

    // The rest of the interface: nobody asks for it.

    /** @param  array<string, mixed>  $options */
    public function send(RequestInterface $request, array $options = []): ResponseInterface
    {
        throw new BadMethodCallException;
    }

    /** @param  array<string, mixed>  $options */
    public function sendAsync(RequestInterface $request, array $options = []): PromiseInterface
    {
        throw new BadMethodCallException;
    }

    /** @param  array<string, mixed>  $options */
    public function requestAsync(string $method, $uri, array $options = []): PromiseInterface
    {
        throw new BadMethodCallException;
    }

    private function away(string $method, string $why): ConnectException
    {
        return new ConnectException("The loop is not at {$this->socket}: {$why}.", new Request($method, '/'));
    }
}
