<?php

declare(strict_types=1);

namespace App\Http\Controllers;

use App\Chat\ChatError;
use App\Http\SocketUrl;
use Illuminate\Http\Request;
use Symfony\Component\HttpFoundation\BinaryFileResponse;

/** The one chat page, and its files under /web/. */
final class PageController
{
    private const TYPES = [
        'html' => 'text/html; charset=utf-8',
        'css' => 'text/css; charset=utf-8',
        'js' => 'text/javascript; charset=utf-8',
        'json' => 'application/json',
        'svg' => 'image/svg+xml',
        'png' => 'image/png',
        'ico' => 'image/x-icon',
        'webmanifest' => 'application/manifest+json',
        'mp3' => 'audio/mpeg',
        'ogg' => 'audio/ogg',
        'wav' => 'audio/wav',
        'woff2' => 'font/woff2',
    ];

    public function index(Request $request): BinaryFileResponse
    {
        return $this->send($request, 'index.html');
    }

    public function file(Request $request, string $path): BinaryFileResponse
    {
        return $this->send($request, $path);
    }

    private function send(Request $request, string $path): BinaryFileResponse
    {
        $root = realpath((string) config('chat.web'));
        $file = str_contains($path, "\0") ? false : realpath("{$root}/{$path}");
        $type = self::TYPES[pathinfo($path, PATHINFO_EXTENSION)] ?? null;
        // Only files of the page, wherever dots and links lead.
        if ($root === false || $file === false || $type === null || ! is_file($file) || ! str_starts_with($file, $root.'/')
            || str_contains('/'.$path, '/.') || preg_match('#^(node_modules|test)/|^package\.json$#', $path) === 1) {
            throw ChatError::notFound();
        }

        $response = new BinaryFileResponse($file, 200, [
            'Content-Type' => $type,
            'Cache-Control' => 'no-cache', // ask each time; the ETag makes it cheap
            'X-Content-Type-Options' => 'nosniff',
            'Referrer-Policy' => 'no-referrer',
            'Content-Security-Policy' => $this->policy($request),
        ], autoLastModified: true);
        $response->setEtag(md5($file.filemtime($file).filesize($file)));
        $response->isNotModified($request);

        return $response;
    }

    private function policy(Request $request): string
    {
        $socket = SocketUrl::for($request);
        $http = (string) preg_replace('/^ws/', 'http', $socket); // pusher-js may fall back to HTTP

        return "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; media-src 'self'; "
            ."connect-src 'self' {$socket} {$http}; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
    }
}
