<?php

declare(strict_types=1);

namespace WebSockets\Lab;

use App\ChatError;
use App\Contract;
use App\Http\Origins;
use App\Lab\Calls;
use App\Lab\Fields;
use App\Lab\Kept;
use App\Lab\Timed;
use Symfony\Component\HttpFoundation\HeaderBag;
use WebSockets\Server\Connection;
use WebSockets\Server\HttpRequest;
use WebSockets\Server\HttpResponse;

/** Lab calls on the event loop: it stands still for most of them, and with it everybody who is connected. */
final class LabCalls
{
    public const PATH = '/lab';

    /**
     * @param  list<string>  $origins  of pages that may call
     * @param  Besides  $besides  what the loop does not stand still for
     */
    public function __construct(
        private readonly array $origins,
        private readonly Besides $besides,
        private readonly Later $later,
        private readonly Pool $pool,
    ) {
    }

    public function handle(HttpRequest $request, Connection $connection): ?HttpResponse
    {
        try {
            return $this->answer($request, $connection);
        } catch (ChatError $error) {
            return $this->later->refusal($error);
        }
    }

    /** @throws ChatError */
    private function answer(HttpRequest $request, Connection $connection): ?HttpResponse
    {
        $path = $request->path();
        if ($path === self::PATH) {
            self::mustBe(['GET', 'HEAD'], $request);
            $this->mustBeOurs($request);
            $contract = Contract::load();

            return HttpResponse::json(200, ['where' => $contract->lab('where'), 'what' => $contract->lab('what')] + $this->pool->figures());
        }
        $what = preg_match('#^'.self::PATH.'/loop/([a-z]+)$#D', $path, $parts) === 1 ? $parts[1] : '';
        $kind = Calls::BY_NAME[$what] ?? throw ChatError::notFound();
        self::mustBe($what === 'leak' ? ['DELETE', 'POST'] : ['POST'], $request);
        $this->mustBeOurs($request);
        $letsGo = $request->method === 'DELETE';
        self::mustBeOfType($letsGo ? 'application/json' : Calls::takes($what), $request);
        if ($letsGo) {
            $timed = new Timed('loop', $what);

            return HttpResponse::json(200, $timed->answer(['bytes' => Kept::letGo(), 'kept' => 0]));
        }
        $call = $kind::of(Fields::in($request->body, $what));
        $timed = new Timed('loop', $what);
        $later = $this->besides->starterOf($call);

        return $later === null ? HttpResponse::json(200, $timed->answer($call->occupy())) : $this->later->answer($connection, $later, $timed);
    }

    /** @param  list<string>  $methods */
    private static function mustBe(array $methods, HttpRequest $request): void
    {
        if (! in_array($request->method, $methods, true)) {
            throw ChatError::methodNotAllowed(implode(', ', $methods));
        }
    }

    /** A page of another site must not stop the loop by its visitors' browsers. */
    private function mustBeOurs(HttpRequest $request): void
    {
        if (! Origins::admit($this->origins, new HeaderBag($request->headers))) {
            throw ChatError::of('origin_not_allowed');
        }
    }

    private static function mustBeOfType(string $type, HttpRequest $request): void
    {
        if (strtolower(trim(explode(';', $request->header('content-type') ?? '', 2)[0])) !== $type) {
            throw ChatError::of('unsupported_media_type');
        }
        if (strlen($request->body) > Contract::load()->limit('bodyMaxBytes')) {
            throw ChatError::of('body_too_large');
        }
    }
}
