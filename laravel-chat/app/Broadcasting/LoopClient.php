<?php

declare(strict_types=1);

namespace App\Broadcasting;

use Illuminate\Broadcasting\BroadcastException;

/**
 * Calls the chat's own loops, each on its unix socket: WebSockets\WorkerApi answers. It uses PHP's streams: every
 * POST broadcasts here, and curl would cost more.
 */
class LoopClient
{
    private const CONNECT_SECONDS = 0.3;

    private const ANSWER_SECONDS = 1;

    /** @param  non-empty-list<string>  $sockets  of the loops */
    public function __construct(protected array $sockets)
    {
    }

    /**
     * @return string the body of the answer, from any loop
     *
     * @throws BroadcastException
     */
    public function get(string $path): string
    {
        return $this->call('GET', $path, '', $this->sockets);
    }

    /** @return array{list<string>, list<BroadcastException>} bodies, and the faults of loops that are away */
    public function askEach(string $method, string $path): array
    {
        $answers = $faults = [];
        foreach ($this->sockets as $socket) {
            try {
                $answers[] = $this->call($method, $path, '', [$socket]);
            } catch (BroadcastException $fault) {
                $faults[] = $fault;
            }
        }

        return [$answers, $faults];
    }

    /**
     * Calls any one loop, which publishes to the others. It does not wait: a loop that hangs reads the call later.
     *
     * @throws BroadcastException
     */
    public function post(string $path, string $body): void
    {
        $this->call('POST', $path, $body, $this->sockets, waits: false);
    }

    /**
     * @param  non-empty-list<string>  $sockets  the first that connects is called
     *
     * @throws BroadcastException
     */
    protected function call(string $method, string $path, string $body, array $sockets, bool $waits = true): string
    {
        $stream = self::connect($sockets);
        $length = strlen($body);
        $head = "{$method} {$path} HTTP/1.1\r\nHost: loop\r\nConnection: close\r\nContent-Length: {$length}";
        $request = "{$head}\r\n\r\n{$body}";
        // PHP warns of a broken pipe if the loop ends now.
        if (@fwrite($stream, $request) !== strlen($request)) {
            throw new BroadcastException('The loop went away.');
        }
        if (! $waits) {
            return '';
        }
        stream_set_timeout($stream, self::ANSWER_SECONDS);
        [$head, $answer] = explode("\r\n\r\n", (string) stream_get_contents($stream), 2) + [1 => ''];
        if ($head === '') {
            throw new BroadcastException('The loop does not answer.');
        }
        if (! str_starts_with($head, 'HTTP/1.1 200 ')) {
            throw new BroadcastException(strtok($head, "\r").": {$answer}");
        }
        if (! str_contains("{$head}\r", "\r\nContent-Length: ".strlen($answer)."\r")) {
            throw new BroadcastException('The loop ended amid its answer.');
        }

        return $answer;
    }

    /**
     * A worker's process id chooses the loop that it tries first, so that workers spread over the loops.
     *
     * @param  non-empty-list<string>  $sockets
     * @return resource
     */
    private static function connect(array $sockets)
    {
        $count = count($sockets);
        for ($first = getmypid() % $count, $i = 0; $i < $count; $i++) {
            $socket = $sockets[($first + $i) % $count];
            $stream = @stream_socket_client("unix://{$socket}", $code, $why, self::CONNECT_SECONDS);
            if ($stream !== false) {
                return $stream;
            }
        }
        throw new BroadcastException("The loop is not at {$socket}: {$why}.");
    }
}
