<?php

declare(strict_types=1);

namespace App\Http\Controllers;

use App\ChatError;
use App\Contract;
use App\Http\SocketUrl;
use Illuminate\Http\Request;
use Symfony\Component\HttpFoundation\BinaryFileResponse;

/** The one chat page, and its files under /web/. */
final class PageController
{
    public function index(Request $request): BinaryFileResponse
    {
        return $this->send($request, 'index.html', 'text/html; charset=utf-8');
    }

    public function file(Request $request, string $path): BinaryFileResponse
    {
        ['files' => $files, 'types' => $types] = Contract::get('page');
        if (preg_match("#{$files}#D", $path) !== 1) {
            throw ChatError::of('not_found');
        }

        return $this->send($request, $path, $types[pathinfo($path, PATHINFO_EXTENSION)]);
    }

    private function send(Request $request, string $path, string $type): BinaryFileResponse
    {
        $file = base_path("../web/{$path}");
        if (! is_file($file)) {
            throw ChatError::of('not_found');
        }

        $request->headers->remove('Range'); // the contract knows no 206
        $response = new BinaryFileResponse($file, 200, [
            'Content-Type' => $type,
            'Cache-Control' => 'no-cache', // ask each time; the ETag makes it cheap
            'X-Content-Type-Options' => 'nosniff',
            'Referrer-Policy' => 'no-referrer',
            'Content-Security-Policy' => $this->policy($request),
        ], autoEtag: true, autoLastModified: false); // the ETag is enough
        $response->isNotModified($request);

        return $response;
    }

    private function policy(Request $request): string
    {
        $socket = SocketUrl::for($request);
        $http = (string) preg_replace('/^ws/', 'http', $socket); // pusher-js may fall back to HTTP

        /** @var array<string, string> $policy */
        $policy = Contract::get('page', 'policy');
        $policy['connect-src'] .= " {$socket} {$http}";
        $directive = static fn (string $name, string $sources): string => "{$name} {$sources}";

        return implode('; ', array_map($directive, array_keys($policy), $policy));
    }
}
