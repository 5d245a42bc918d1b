<?php

declare(strict_types=1);

namespace WebSockets\Lab;

use App\ChatError;
use App\Contract;
use App\Lab\Calls;
use App\Lab\Loopback;
use App\Origins;
use Closure;
use React\EventLoop\LoopInterface;
use WebSockets\Server\Connection;
use WebSockets\Server\HttpRequest;
use WebSockets\Server\HttpResponse;

/**
 * Lab calls on the event loop. Most of them stop it, and with it everybody who is connected. A timer or another server
 * does not: that answer comes later, and ends its connection.
 */
final class LabCalls
{
    public function __construct(private readonly LoopInterface $loop, private readonly Origins $origins)
    {
    }

    /** @return array<string, Closure(HttpRequest, Connection, string): ?HttpResponse> */
    public function routes(): array
    {
        return [
            'GET /lab' => $this->figures(...),
            // The workers' calls too: from another machine each is refused, not unknown.
            'POST /lab/([a-z]+/[a-z]+)' => $this->call(...),
        ];
    }

    /** @throws ChatError lab_not_allowed, origin_not_allowed */
    private function figures(HttpRequest $request, Connection $connection): HttpResponse
    {
        $this->checkCaller($request, $connection);
        ['where' => $where, 'what' => $what] = Contract::get('lab');

        return HttpResponse::json(200, ['where' => $where, 'what' => $what, 'workers' => config('lab.workers')]);
    }

    /** @throws ChatError */
    private function call(HttpRequest $request, Connection $connection, string $path): ?HttpResponse
    {
        $this->checkCaller($request, $connection);
        [$where, $what] = explode('/', $path);
        if ($where !== 'loop' || ! in_array($what, Contract::get('lab', 'what'), true)) {
            throw ChatError::of('not_found');
        }
        $call = Calls::read($what, (string) $request->header('content-type'), $request->body);
        $start = hrtime(true);
        $answer = static fn (array $result): HttpResponse => HttpResponse::json(
            200, Calls::answer('loop', $what, $start, $result),
        );
        // PDO blocks, however a query is asked for.
        if ($what === 'query' || ($call['blocking'] ?? true)) {
            return $answer(Calls::occupy($what, $call));
        }
        $end = static function (HttpResponse $response) use ($connection): void {
            $connection->write($response->bytes(false));
            $connection->end();
        };
        match ($what) {
            'wait' => $this->loop->addTimer($call['ms'] / 1000, static fn () => $end($answer([]))),
            default => (new OtherServer($this->loop))->get($call['url'], static fn (?int $status) => $end(
                $status === null
                    ? HttpResponse::error(ChatError::of('lab_unavailable'))
                    : $answer(['status' => $status]),
            )),
        };

        return null;
    }

    /** @throws ChatError lab_not_allowed, origin_not_allowed */
    private function checkCaller(HttpRequest $request, Connection $connection): void
    {
        Loopback::check((string) stream_socket_get_name($connection->stream, true));
        // A page of another site must not stop the loop by its visitors' browsers.
        if (! $this->origins->admits($request->header('origin'), $request->header('sec-fetch-site'))) {
            throw ChatError::of('origin_not_allowed');
        }
    }
}
