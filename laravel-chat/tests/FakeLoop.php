<?php

declare(strict_types=1);

namespace Tests;

use App\Broadcasting\LoopSockets;
use GuzzleHttp\Promise\Create;
use GuzzleHttp\Promise\PromiseInterface;
use GuzzleHttp\Psr7\Response;
use Illuminate\Broadcasting\BroadcastException;
use Psr\Http\Message\RequestInterface;

/**
 * Stands where the loop stands, and as a handler of Guzzle where another server does: keeps what it is asked and
 * answers what the test wants.
 */
final class FakeLoop extends LoopSockets
{
    /** @var list<array{method: string, path: string, body: string}> */
    public array $asked = [];

    /** @var list<self> */
    private array $others = [];

    /**
     * @param  array<string, string>  $answers bodies by path
     * @param  int  $status of each answer
     */
    public function __construct(public array $answers = [], public int $status = 200)
    {
        parent::__construct(['0']);
    }

    /** Other loops of the same host. */
    public function beside(self ...$others): void
    {
        $this->others = array_values($others);
        $this->loops = array_map(strval(...), array_keys([$this, ...$this->others]));
    }

    protected function ask(string $method, string $path, ?array $loops = null, string $body = ''): string
    {
        $loop = [$this, ...$this->others][(int) ($loops[0] ?? 0)];
        $loop->asked[] = ['method' => $method, 'path' => $path, 'body' => $body];

        return $loop->status === 200 ? $loop->answers[$path] ?? '{}' : throw new BroadcastException;
    }

    protected function tell(string $path, string $body): void
    {
        $this->ask('POST', $path, body: $body);
    }

    public function __invoke(RequestInterface $request): PromiseInterface
    {
        $path = $request->getUri()->getPath();
        $this->asked[] = ['method' => $request->getMethod(), 'path' => $path, 'body' => (string) $request->getBody()];

        return Create::promiseFor(new Response($this->status, [], $this->answers[$path] ?? '{}'));
    }
}
