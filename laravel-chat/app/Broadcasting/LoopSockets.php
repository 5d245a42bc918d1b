<?php

declare(strict_types=1);

namespace App\Broadcasting;

use App\Chat\Sockets;
use App\JsonText;
use Illuminate\Broadcasting\BroadcastException;

/**
 * The sockets of the chat's own loops, on this machine, each asked on its unix socket: WebSockets\Pusher\HttpApi
 * answers. By PHP's own streams, because every POST publishes here, and curl would add to what it costs.
 */
class LoopSockets implements Sockets
{
    private const CONNECT_SECONDS = 0.3;

    private const ANSWER_SECONDS = 1;

    /** @param  non-empty-list<string>  $loops  their unix sockets */
    public function __construct(protected array $loops)
    {
    }

    public function features(): array
    {
        return ['presence', 'typing', 'welcome', 'socketSend', 'metrics'];
    }

    public function publish(string $event, array $data): void
    {
        $this->tell("/events/{$event}", JsonText::of($data));
    }

    public function online(): array
    {
        $answer = $this->ask('GET', '/online');

        return json_decode($answer, true) ?? throw new BroadcastException('The loop ended amid its answer.');
    }

    public function close(string $sessionHandle, string $userId): void
    {
        // Each is asked, because one that dies right after would not tell the others.
        [$answers, $faults] = $this->askEach('POST', "/sessions/{$sessionHandle}/terminate_connections");
        $answers !== [] || throw $faults[0];
    }

    public function problems(): array
    {
        [$answers, $faults] = $this->askEach('GET', '/health');
        $answers !== [] || throw $faults[0];
        $problems = $faults === [] ? [] : ['loops' => 'one is away or in trouble'];
        foreach ($answers as $answer) {
            $parts = (array) (json_decode($answer, true)['parts'] ?? []);
            $problems += array_filter($parts, static fn (mixed $state): bool => $state !== 'ok');
        }

        return $problems;
    }

    public function processes(): int
    {
        return count($this->loops);
    }

    public function metrics(): string
    {
        return implode('', $this->askEach('GET', '/metrics')[0]);
    }

    /**
     * @param  non-empty-list<string>|null  $loops  any of them, null: of all
     * @return string the body of its answer
     *
     * @throws BroadcastException
     */
    protected function ask(string $method, string $path, ?array $loops = null): string
    {
        $stream = self::send($method, $path, '', $loops ?? $this->loops);
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
    protected function tell(string $path, string $body): void
    {
        fclose(self::send('POST', $path, $body, $this->loops));
    }

    /** @return array{list<string>, list<BroadcastException>} answers, and the faults of loops that are away */
    private function askEach(string $method, string $path): array
    {
        $answers = $faults = [];
        foreach ($this->loops as $loop) {
            try {
                $answers[] = $this->ask($method, $path, [$loop]);
            } catch (BroadcastException $fault) {
                $faults[] = $fault;
            }
        }

        return [$answers, $faults];
    }

    /**
     * @param  non-empty-list<string>  $loops
     * @return resource
     */
    private static function send(string $method, string $path, string $body, array $loops)
    {
        $stream = self::connect($loops);
        $length = strlen($body);
        $head = "{$method} {$path} HTTP/1.1\r\nHost: loop\r\nConnection: close\r\nContent-Length: {$length}";
        $request = "{$head}\r\n\r\n{$body}";
        // A loop that ends now leaves a broken pipe.
        @fwrite($stream, $request) === strlen($request) || throw new BroadcastException('The loop went away.');

        return $stream;
    }

    /**
     * Workers share the loops among them. Where one takes no connection they ask the next, since each tells the others.
     *
     * @param  non-empty-list<string>  $loops
     * @return resource
     */
    private static function connect(array $loops)
    {
        $count = count($loops);
        for ($first = getmypid() % $count, $i = 0; $i < $count; $i++) {
            $loop = $loops[($first + $i) % $count];
            $stream = @stream_socket_client("unix://{$loop}", $code, $why, self::CONNECT_SECONDS);
            if ($stream !== false) {
                return $stream;
            }
        }
        throw new BroadcastException("The loop is not at {$loop}: {$why}.");
    }
}
