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
 * Lab calls on the event loop: it stands still for most of them, and with it everybody who is connected. It does not
 * stand still for a timer or another server. A connection that waits for such an answer is not heard, and its answer is
 * its last.
 */
final class LabCalls
{
    // As long as nginx waits.
    private const SECONDS = 120;

    /** @param  Closure(string): void  $countError  gets the code of each refusal */
    public function __construct(
        private readonly LoopInterface $loop,
        private readonly Origins $origins,
        private readonly Closure $countError,
    ) {
    }

    /** @return array<string, Closure(HttpRequest, Connection, string): ?HttpResponse> */
    public function routes(): array
    {
        return [
            'GET /lab' => fn (HttpRequest $request, Connection $connection) => $this->guard(
                $request, $connection, self::figures(...),
            ),
            // The workers' calls too: from another machine each is refused, not unknown.
            'POST /lab/([a-z]+/[a-z]+)' => fn (HttpRequest $request, Connection $connection, string $path) => $this
                ->guard($request, $connection, fn () => $this->call($path, $request, $connection)),
        ];
    }

    /** @param  Closure(): ?HttpResponse  $call */
    private function guard(HttpRequest $request, Connection $connection, Closure $call): ?HttpResponse
    {
        try {
            Loopback::check((string) stream_socket_get_name($connection->stream, true));
            // A page of another site must not stop the loop by its visitors' browsers.
            if (! $this->origins->admits($request->header('origin'), $request->header('sec-fetch-site'))) {
                throw ChatError::of('origin_not_allowed');
            }

            return $call();
        } catch (ChatError $error) {
            return $this->refusal($error);
        }
    }

    /** @throws ChatError */
    private function call(string $path, HttpRequest $request, Connection $connection): ?HttpResponse
    {
        [$where, $what] = explode('/', $path);
        if ($where !== 'loop' || ! in_array($what, Contract::get('lab', 'what'), true)) {
            throw ChatError::of('not_found');
        }
        if (strtolower(trim(explode(';', $request->header('content-type') ?? '', 2)[0])) !== Calls::mediaType($what)) {
            throw ChatError::of('unsupported_media_type');
        }
        if (strlen($request->body) > Contract::limit('bodyMaxBytes')) {
            throw ChatError::of('body_too_large');
        }
        $call = Calls::read($what, $request->body);
        $start = hrtime(true);
        // PDO blocks, however a query is asked for.
        if ($what === 'query' || ($call['blocking'] ?? true)) {
            return HttpResponse::json(200, Calls::answer('loop', $what, $start, Calls::occupy($what, $call)));
        }
        $connection->awaitAnswer(self::SECONDS);
        $answer = function (?array $told) use ($what, $start, $connection): void {
            $response = $told === null ? $this->refusal(ChatError::of('lab_unavailable'))
                : HttpResponse::json(200, Calls::answer('loop', $what, $start, $told));
            $connection->write($response->bytes(false));
            $connection->end();
        };
        match ($what) {
            'wait' => $this->loop->addTimer($call['ms'] / 1000, static fn () => $answer([])),
            default => (new OtherServer($this->loop))->get(
                $call['url'],
                static fn (?int $status) => $answer($status === null ? null : ['status' => $status]),
            ),
        };

        return null;
    }

    private function refusal(ChatError $error): HttpResponse
    {
        ($this->countError)($error->errorCode);

        return HttpResponse::error($error);
    }

    private static function figures(): HttpResponse
    {
        ['where' => $where, 'what' => $what] = Contract::get('lab');

        return HttpResponse::json(200, ['where' => $where, 'what' => $what] + WorkerPool::figures());
    }
}
