<?php

declare(strict_types=1);

namespace WebSockets\Server;

use App\ChatError;
use Closure;

/** Finds the handler of a request by its method and path. */
final class Router
{
    /**
     * @param  array<string, Closure(HttpRequest, Connection, string): ?HttpResponse>  $routes  by method and pattern of
     *   the path, such as `GET /a/(\d+)`: the handler gets the part in brackets. It returns null if it answers by
     *   itself. HEAD is answered like GET.
     */
    public function __construct(private readonly array $routes)
    {
    }

    /**
     * @return HttpResponse|null null if the connection was upgraded, or the answer comes later
     *
     * @throws ChatError not_found, method_not_allowed, or an error of the handler
     */
    public function handle(HttpRequest $request, Connection $connection): ?HttpResponse
    {
        $allowed = [];
        foreach ($this->routes as $route => $handler) {
            [$method, $path] = explode(' ', $route, 2);
            if (preg_match("#^{$path}$#D", $request->path(), $parts) === 1) {
                $methods = $method === 'GET' ? ['GET', 'HEAD'] : [$method];
                if (in_array($request->method, $methods, true)) {
                    return $handler($request, $connection, $parts[1] ?? '');
                }
                array_push($allowed, ...$methods);
            }
        }
        throw $allowed === [] ? ChatError::of('not_found') : ChatError::methodNotAllowed(implode(', ', $allowed));
    }
}
