<?php

declare(strict_types=1);

namespace Tests;

use GuzzleHttp\Promise\Create;
use GuzzleHttp\Promise\PromiseInterface;
use GuzzleHttp\Psr7\Response;
use Psr\Http\Message\RequestInterface;

/** Stands where the loop stands, as a handler of Guzzle: keeps what it is asked and answers what the test wants. */
final class FakeLoop
{
    /** @var list<array{method: string, path: string, query: array<array-key, mixed>, body: string}> */
    public array $asked = [];

    /**
     * @param  array<string, string>  $answers bodies by path
     * @param  int  $status of each answer
     */
    public function __construct(public array $answers = [], public int $status = 200)
    {
    }

    public function __invoke(RequestInterface $request): PromiseInterface
    {
        $uri = $request->getUri();
        parse_str($uri->getQuery(), $query);
        $this->asked[] = ['method' => $request->getMethod(), 'path' => $uri->getPath(), 'query' => $query, 'body' => (string) $request->getBody()];

        return Create::promiseFor(new Response($this->status, [], $this->answers[$uri->getPath()] ?? '{}'));
    }
}
