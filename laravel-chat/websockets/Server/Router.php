<?php

declare(strict_types=1);

namespace WebSockets\Server;

use App\ChatError;
use Closure;

/** Finds the handler of a request by the first segment of its path. */
final class Router
{
    /** @param  array<string, Closure(HttpRequest, Connection): ?HttpResponse>  $routes  null: it answers by itself */
    public function __construct(private readonly array $routes)
    {
    }

    /**
     * @return HttpResponse|null null where the connection was taken over, by an upgrade or for a later answer
     *
     * @throws ChatError not_found, or an error of the handler
     */
    public function handle(HttpRequest $request, Connection $connection): ?HttpResponse
    {
        $first = explode('/', $request->path(), 3)[1] ?? '';
        $route = $this->routes["/$first"] ?? throw ChatError::of('not_found');

        return $route($request, $connection);
    }

    /**
     * A route that is that path alone, and only read.
     *
     * @param  Closure(): HttpResponse  $answer
     * @return Closure(HttpRequest): HttpResponse
     */
    public static function read(Closure $answer): Closure
    {
        return static function (HttpRequest $request) use ($answer): HttpResponse {
            if (substr_count($request->path(), '/') > 1) {
                throw ChatError::of('not_found');
            }
            $request->requireMethod('GET', 'HEAD');

            return $answer();
        };
    }
}
