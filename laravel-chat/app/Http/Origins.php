<?php

declare(strict_types=1);

namespace App\Http;

/** The origins whose pages may use this chat, for the HTTP workers and the loop alike. */
final class Origins
{
    /**
     * @param  string  $host  the page is served on, beside localhost and 127.0.0.1
     * @param  string  $more  further origins, comma-separated
     * @return list<string> each as a browser sends it: scheme, host, and the port where it is not the scheme's own
     */
    public static function of(string $host, int $port, string $more): array
    {
        $own = array_map(
            static fn (string $name): string => 'http://'.$name.($port === 80 ? '' : ":{$port}"),
            ['localhost', '127.0.0.1', str_contains($host, ':') ? "[{$host}]" : $host],
        );

        return array_values(array_unique(array_filter([...$own, ...array_map('trim', explode(',', $more))])));
    }
}
