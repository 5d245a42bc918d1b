<?php

declare(strict_types=1);

namespace WebSockets\Lab;

use App\ChatError;
use App\Contract;
use App\Http\JsonObject;
use App\Http\Origins;
use App\Lab\Calls;
use App\Lab\Fields;
use App\Lab\Timed;
use ChannelServer\Server\Connection;
use ChannelServer\Server\HttpHandler;
use ChannelServer\Server\HttpRequest;
use ChannelServer\Server\HttpResponse;
use Symfony\Component\HttpFoundation\HeaderBag;

/** Lab calls on the event loop: it stands still for most of them, and with it everybody who is connected. */
final class LabCalls implements HttpHandler
{
    public const PATH = '/lab';

    /**
     * @param  list<string>  $origins  of pages that may call
     * @param  Besides  $besides  what the loop does not stand still for
     * @param  callable(string): void  $failed  told the code of each refusal
     */
    public function __construct(
        private readonly array $origins,
        private readonly Besides $besides,
        private readonly Pool $pool,
        private $failed,
    ) {
    }

    public function admit(HttpRequest $head): void
    {
        // What is wrong with it is said when its body is there: it is short, or was refused by its length.
    }

    public function handle(HttpRequest $request, Connection $connection): ?HttpResponse
    {
        try {
            return $this->answer($request, $connection);
        } catch (ChatError $error) {
            ($this->failed)($error->errorCode);

            return HttpResponse::json($error->status(), ['error' => $error->toArray()], $error->headers());
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
        self::mustBe(['POST'], $request);
        $this->mustBeOurs($request);
        self::mustBeOfType('application/json', $request);
        $call = $kind::of(new Fields(JsonObject::decode($request->body)));
        $timed = new Timed('loop', $what);
        if ($this->besides->takes($call)) {
            $this->besides->run($call, $timed, $connection);

            return null;
        }

        return HttpResponse::json(200, $timed->answer($call->occupy()));
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
