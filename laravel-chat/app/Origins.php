<?php

declare(strict_types=1);

namespace App;

/** The origins whose pages may use this chat. Scheme, host and port are compared exactly. */
final class Origins
{
    /** @param  list<string>  $allowed  each as a browser sends it */
    public function __construct(private readonly array $allowed = [])
    {
    }

    /**
     * Whether a call comes from a page of this chat, or from another program, which sends neither header. Browsers omit
     * Origin in some requests of other sites, but then send Sec-Fetch-Site.
     *
     * @param  ?string  $site  Sec-Fetch-Site; null for a WebSocket handshake too, where every browser sends Origin
     */
    public function admits(?string $origin, ?string $site = null): bool
    {
        return $origin === null
            ? in_array($site, [null, 'same-origin', 'none'], true)
            : in_array($origin, $this->allowed, true);
    }

    /**
     * The page's own origins and those of CHAT_ORIGINS.
     *
     * @param  string  $host  the page is served on, beside localhost and 127.0.0.1
     * @param  string  $more  further origins, comma-separated
     * @return list<string> each as a browser sends it: scheme, host, and the port unless it is the scheme's own
     */
    public static function allowed(string $host, int $port, string $more): array
    {
        $own = array_map(
            static fn (string $name): string => 'http://'.$name.($port === 80 ? '' : ":{$port}"),
            ['localhost', '127.0.0.1', str_contains($host, ':') ? "[{$host}]" : $host],
        );

        return array_values(array_unique(array_filter([...$own, ...array_map('trim', explode(',', $more))])));
    }
}
