<?php

declare(strict_types=1);

namespace WebSockets\Lab;

use App\ChatError;
use App\Contract;
use App\Http\Origins;
use App\Lab\Call;
use App\Lab\Calls;
use App\Lab\Calls\OutboundCall;
use App\Lab\Calls\Query;
use App\Lab\Calls\Wait;
use App\Lab\Fields;
use App\Lab\Kept;
use App\Lab\Timed;
use Closure;
use React\EventLoop\LoopInterface;
use Symfony\Component\HttpFoundation\HeaderBag;
use WebSockets\Server\Connection;
use WebSockets\Server\HttpRequest;
use WebSockets\Server\HttpResponse;
use WebSockets\Server\Protocol;

/**
 * Lab calls on the event loop: it stands still for most of them, and with it everybody who is connected. It does not
 * stand still for a timer, libcurl or another process. A connection that waits for its answer speaks this protocol: it
 * is not heard, and its answer is its last.
 */
final class LabCalls implements Protocol
{
    public const PATH = '/lab';

    // As long as nginx waits.
    private const SECONDS = 120;

    private int $waiting = 0;

    /**
     * @param  list<string>  $origins  of pages that may call
     * @param  Closure(string): void  $failed  told the code of each refusal
     * @param  int  $waitingMax  calls that may be outstanding
     */
    public function __construct(
        private readonly LoopInterface $loop,
        private readonly array $origins,
        private readonly HttpPosts $posts,
        private readonly QueryProcess $queries,
        private readonly Pool $pool,
        private readonly Closure $failed,
        private readonly int $waitingMax,
    ) {
    }

    public function handle(HttpRequest $request, Connection $connection): ?HttpResponse
    {
        try {
            return $this->answer($request, $connection);
        } catch (ChatError $error) {
            return $this->refusal($error);
        }
    }

    public function received(Connection $connection, string $bytes): void
    {
    }

    public function expired(Connection $connection): void
    {
        $connection->close();
    }

    public function closed(Connection $connection): void
    {
    }

    /** @throws ChatError */
    private function answer(HttpRequest $request, Connection $connection): ?HttpResponse
    {
        if ($request->path() === self::PATH) {
            self::requireMethod(['GET', 'HEAD'], $request);
            $this->requireOwnOrigin($request);
            $contract = Contract::load();

            return HttpResponse::json(200, ['where' => $contract->lab('where'), 'what' => $contract->lab('what')] + $this->pool->figures());
        }
        $what = preg_match('#^'.self::PATH.'/loop/([a-z]+)$#D', $request->path(), $parts) === 1 ? $parts[1] : '';
        $kind = Calls::BY_NAME[$what] ?? throw ChatError::notFound();
        self::requireMethod($what === 'leak' ? ['DELETE', 'POST'] : ['POST'], $request);
        $this->requireOwnOrigin($request);
        $isRelease = $request->method === 'DELETE';
        self::requireType($isRelease ? 'application/json' : Calls::takes($what), $request);
        if ($isRelease) {
            $timed = new Timed('loop', $what);

            return HttpResponse::json(200, $timed->answer(['bytes' => Kept::letGo(), 'kept' => 0]));
        }
        $call = $kind::of(Fields::in($request->body, $what));
        $timed = new Timed('loop', $what);
        $start = $this->starterOf($call, $connection);

        return $start === null ? HttpResponse::json(200, $timed->answer($call->occupy())) : $this->answerLater($connection, $start, $timed);
    }

    /** @return (Closure(Closure(?array<string, mixed>): void): mixed)|null  starts it, to be told its figures or null where it was in vain; null: the loop stands still for it */
    private function starterOf(Call $call, Connection $connection): ?Closure
    {
        return match (true) {
            ($call instanceof Wait || $call instanceof OutboundCall || $call instanceof Query) && $call->blocking => null,
            $call instanceof Wait => fn (Closure $done) => $this->loop->addTimer($call->ms / 1000, static fn () => $done([])),
            $call instanceof OutboundCall => fn (Closure $done) => $this->posts->post(
                $call->url, static fn (bool $isDone) => $done($isDone ? ['status' => 200] : null),
            ),
            $call instanceof Query => fn (Closure $done) => $this->queries->ask($call->ms, $done, static fn (): bool => $connection->closed),
            default => null,
        };
    }

    /**
     * @param  Closure(Closure(?array<string, mixed>): void): mixed  $start
     * @return null the connection is answered on by itself
     *
     * @throws ChatError too_many_lab_calls
     */
    private function answerLater(Connection $connection, Closure $start, Timed $timed): null
    {
        if ($this->waiting >= $this->waitingMax) {
            throw ChatError::tooMany('too_many_lab_calls', 1);
        }
        $this->waiting++;
        $connection->protocol = $this;
        $connection->expireIn(self::SECONDS);
        $start(function (?array $told) use ($timed, $connection): void {
            $this->waiting--;
            if (! $connection->closed) {
                $answer = $told === null ? $this->refusal(ChatError::of('lab_unavailable')) : HttpResponse::json(200, $timed->answer($told));
                $connection->write($answer->bytes(false));
                $connection->end();
            }
        });

        return null;
    }

    private function refusal(ChatError $error): HttpResponse
    {
        ($this->failed)($error->errorCode);

        return HttpResponse::json($error->status(), ['error' => $error->toArray()], $error->headers());
    }

    /** @param  list<string>  $methods */
    private static function requireMethod(array $methods, HttpRequest $request): void
    {
        if (! in_array($request->method, $methods, true)) {
            throw ChatError::methodNotAllowed(implode(', ', $methods));
        }
    }

    /** A page of another site must not stop the loop by its visitors' browsers. */
    private function requireOwnOrigin(HttpRequest $request): void
    {
        if (! Origins::admit($this->origins, new HeaderBag($request->headers))) {
            throw ChatError::of('origin_not_allowed');
        }
    }

    private static function requireType(string $type, HttpRequest $request): void
    {
        if (strtolower(trim(explode(';', $request->header('content-type') ?? '', 2)[0])) !== $type) {
            throw ChatError::of('unsupported_media_type');
        }
        if (strlen($request->body) > Contract::load()->limit('bodyMaxBytes')) {
            throw ChatError::of('body_too_large');
        }
    }
}
