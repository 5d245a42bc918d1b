<?php

declare(strict_types=1);

namespace App\Http\Middleware;

use App\ChatError;
use Closure;
use Illuminate\Http\Request;
use Symfony\Component\HttpFoundation\HeaderBag;
use Symfony\Component\HttpFoundation\Response;

/** A call that a session counts for comes from a page of this chat, or from no page at all. */
final class CheckOrigin
{
    public function handle(Request $request, Closure $next): Response
    {
        self::admits(config('chat.origins'), $request->headers) || throw ChatError::of('origin_not_allowed');

        return $next($request);
    }

    /**
     * Browsers leave Origin out of some requests of other sites, and say in Sec-Fetch-Site whose they are.
     *
     * @param  list<string>  $origins  whose pages may use this chat
     */
    public static function admits(array $origins, HeaderBag $headers): bool
    {
        $origin = $headers->get('Origin');

        return $origin === null
            ? in_array($headers->get('Sec-Fetch-Site') ?? 'none', ['same-origin', 'none'], true)
            : in_array($origin, $origins, true);
    }

    /**
     * @param  string  $host  the page is served on, beside localhost and 127.0.0.1
     * @param  string  $more  further origins, comma-separated
     * @return list<string> each as a browser sends it: scheme, host, and the port where it is not the scheme's own
     */
    public static function origins(string $host, int $port, string $more): array
    {
        $own = array_map(
            static fn (string $name): string => 'http://'.$name.($port === 80 ? '' : ":{$port}"),
            ['localhost', '127.0.0.1', str_contains($host, ':') ? "[{$host}]" : $host],
        );

        return array_values(array_unique(array_filter([...$own, ...array_map('trim', explode(',', $more))])));
    }
}
