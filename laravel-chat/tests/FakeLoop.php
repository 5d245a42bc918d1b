<?php

declare(strict_types=1);

namespace Tests;

use App\Broadcasting\LoopClient;
use GuzzleHttp\Promise\Create;
use GuzzleHttp\Promise\PromiseInterface;
use GuzzleHttp\Psr7\Response;
use Illuminate\Broadcasting\BroadcastException;
use Psr\Http\Message\RequestInterface;

/**
 * Takes the place of the loop, and as a handler of Guzzle that of another server. It keeps the calls that it gets, and
 * gives the answers of the test.
 */
final class FakeLoop extends LoopClient
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
        $this->sockets = array_map(strval(...), array_keys([$this, ...$this->others]));
    }

    protected function call(string $method, string $path, string $body, array $sockets, bool $waits = true): string
    {
        $loop = [$this, ...$this->others][(int) $sockets[0]];
        $loop->asked[] = ['method' => $method, 'path' => $path, 'body' => $body];

        return $loop->status === 200 ? $loop->answers[$path] ?? '{}' : throw new BroadcastException;
    }

    public function __invoke(RequestInterface $request): PromiseInterface
    {
        $path = $request->getUri()->getPath();
        $this->asked[] = ['method' => $request->getMethod(), 'path' => $path, 'body' => (string) $request->getBody()];

        return Create::promiseFor(new Response($this->status, [], $this->answers[$path] ?? '{}'));
    }
}
