<?php

declare(strict_types=1);

namespace App\Http\Controllers;

use App\Broadcasting\SocketServer;
use App\Chat\MessageStore;
use App\Contract;
use App\Http\Json;
use App\Http\MetricsText;
use App\Http\SocketUrl;
use Illuminate\Http\JsonResponse;
use Illuminate\Http\Request;
use Illuminate\Http\Response;
use Illuminate\Support\Facades\Cache;
use Throwable;

/** The server's own calls. */
final class ServerController
{
    // A check writes, and anybody may ask for /health: its result serves for this long.
    private const CHECK_SECONDS = 1;

    /** All that a page or a load client needs to know of this server. */
    public function config(Request $request, SocketServer $sockets): JsonResponse
    {
        return Json::response([
            'name' => 'laravel',
            'title' => 'Laravel chat',
            'accent' => ['light' => '#c22f25', 'dark' => '#ff8f83'],
            'wire' => 'pusher',
            'socketUrl' => SocketUrl::for($request),
            'key' => config('broadcasting.connections.'.config('broadcasting.default').'.key'),
            'channel' => Contract::get('channel'),
            'authEndpoint' => '/broadcasting/auth',
            'features' => [
                'edit', 'reply', 'search', ...$sockets->features(), 'page',
                ...(config('chat.join_code') === null ? [] : ['joinCode']),
                ...(config('lab.on') ? ['lab'] : []),
            ],
            'limits' => Contract::get('limits'),
            'rateLimits' => config('chat.rate_limits'),
        ]);
    }

    /** An empty answer, the target of floods: it shows the cost of a request alone. */
    public function empty(): Response
    {
        return new Response;
    }

    /** Readiness, part by part, in general words: what exactly is wrong is in the log. */
    public function health(MessageStore $messages, SocketServer $sockets): JsonResponse
    {
        $check = static fn (): string => self::storeState($messages);
        $store = Cache::remember('health.store', self::CHECK_SECONDS, $check);
        $ready = ['store' => $store, 'socket' => 'ok'];
        $problems = [];
        try {
            $problems = $sockets->problems();
        } catch (Throwable) {
            $ready['socket'] = 'the WebSocket server is away or in trouble: see its log';
        }
        $isReady = array_unique(array_values($ready)) === ['ok'];
        // Only load runs need the exact versions; attackers could use them.
        $build = config('chat.rate_limits') ? [] : ['build' => config('chat.build'), 'runtime' => 'PHP '.PHP_VERSION];

        return Json::response(
            ['status' => $isReady && $problems === [] ? 'ok' : 'degraded', 'parts' => $ready + $problems] + $build,
            $isReady ? 200 : 503,
        );
    }

    private static function storeState(MessageStore $messages): string
    {
        try {
            $messages->checkWritable();

            return 'ok';
        } catch (Throwable $fault) {
            report($fault);

            return 'messages cannot be stored';
        }
    }

    public function metrics(MetricsText $metrics): Response
    {
        return new Response(
            (string) $metrics, 200, ['Content-Type' => 'text/plain; version=0.0.4; charset=utf-8'] + Json::HEADERS,
        );
    }

    /** Only the server that holds the sockets knows the users online. */
    public function online(SocketServer $sockets): JsonResponse
    {
        return Json::response($sockets->online());
    }
}
