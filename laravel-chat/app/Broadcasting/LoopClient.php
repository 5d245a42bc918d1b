<?php

declare(strict_types=1);

namespace App\Broadcasting;

use Illuminate\Broadcasting\BroadcastException;

/**
 * Reaches a loop on this machine by PHP's own streams. Every POST does: curl would be a third of what it costs. Workers
 * share the loops among them. Where one takes no connection they ask the next, since each tells the others.
 */
class LoopClient
{
    private const CONNECT_SECONDS = 0.3;

    private const ANSWER_SECONDS = 1;

    /** @param  non-empty-list<string>  $sockets  of the loops */
    public function __construct(private readonly array $sockets)
    {
    }

    /** @return list<self> one for each loop */
    public function each(): array
    {
        return array_map(static fn (string $socket): self => new self([$socket]), $this->sockets);
    }

    /**
     * @return string the body of its answer
     *
     * @throws BroadcastException
     */
    public function ask(string $method, string $path): string
    {
        $stream = $this->send($method, $path, '');
        stream_set_timeout($stream, self::ANSWER_SECONDS);
        [$head, $body] = explode("\r\n\r\n", (string) stream_get_contents($stream), 2) + [1 => ''];

        $head !== '' || throw new BroadcastException('The loop does not answer.');
        str_starts_with($head, 'HTTP/1.1 200 ') || throw new BroadcastException(strtok($head, "\r").": {$body}");

        return $body;
    }

    /**
     * Does not wait for its answer: a loop that hangs takes what it is told when it goes on.
     *
     * @throws BroadcastException
     */
    public function tell(string $path, string $body): void
    {
        fclose($this->send('POST', $path, $body));
    }

    /** @return resource */
    private function send(string $method, string $path, string $body)
    {
        $stream = $this->connect();
        $length = strlen($body);
        $head = "{$method} {$path} HTTP/1.1\r\nHost: loop\r\nConnection: close\r\nContent-Length: {$length}";
        $request = "{$head}\r\n\r\n{$body}";
        // A loop that ends now leaves a broken pipe.
        @fwrite($stream, $request) === strlen($request) || throw new BroadcastException('The loop went away.');

        return $stream;
    }

    /** @return resource */
    private function connect()
    {
        $count = count($this->sockets);
        for ($first = getmypid() % $count, $i = 0; $i < $count; $i++) {
            $socket = $this->sockets[($first + $i) % $count];
            $stream = @stream_socket_client("unix://{$socket}", $code, $why, self::CONNECT_SECONDS);
            if ($stream !== false) {
                return $stream;
            }
        }
        throw new BroadcastException("The loop is not at {$socket}: {$why}.");
    }
}
