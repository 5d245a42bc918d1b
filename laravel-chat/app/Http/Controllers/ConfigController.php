<?php

declare(strict_types=1);

namespace App\Http\Controllers;

use App\Broadcasting\SocketServer;
use App\Contract;
use App\Http\Json;
use App\Http\SocketUrl;
use Illuminate\Http\JsonResponse;
use Illuminate\Http\Request;

/** All that a page or a load client needs to know of this server. */
final class ConfigController
{
    public function __invoke(Request $request): JsonResponse
    {
        return Json::response([
            ...config('chat.server'),
            'wire' => 'pusher',
            'socketUrl' => SocketUrl::for($request),
            'key' => config('broadcasting.connections.pusher.key'),
            'channel' => Contract::load()->channel(),
            'authEndpoint' => route('broadcasting.auth', absolute: false),
            'features' => $this->features(),
            'limits' => Contract::load()->limits(),
            'rateLimits' => config('chat.rate_limits'),
        ]);
    }

    /**
     * What this server claims beyond accounts, messages and their events.
     *
     * @return list<string> of `features` in contract.json
     */
    private function features(): array
    {
        return [
            'edit', 'search', ...SocketServer::chosen()->features(), 'page',
            ...(config('chat.join_code') === null ? [] : ['joinCode']),
            ...(config('lab.on') ? ['lab'] : []),
        ];
    }
}
