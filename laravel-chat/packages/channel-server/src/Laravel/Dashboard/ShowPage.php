<?php

declare(strict_types=1);

namespace ChannelServer\Laravel\Dashboard;

use Illuminate\Http\Response;

/** The dashboard's page: what it shows it fetches from ShowFigures. */
final class ShowPage
{
    private const PAGE = __DIR__.'/../../../resources/dashboard.html';

    public function __invoke(): Response
    {
        $nonce = bin2hex(random_bytes(16));

        return new Response(str_replace('{nonce}', $nonce, (string) file_get_contents(self::PAGE)), 200, [
            'Content-Type' => 'text/html; charset=utf-8',
            'Content-Security-Policy' => "default-src 'none'; style-src 'nonce-$nonce'; script-src 'nonce-$nonce'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'",
            'Cache-Control' => 'no-store',
        ]);
    }
}
