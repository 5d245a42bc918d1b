<?php

declare(strict_types=1);

namespace App\Http\Controllers;

use App\Chat\ChatError;
use App\Http\Json;
use Illuminate\Contracts\Broadcasting\Factory as Broadcasts;
use Illuminate\Http\JsonResponse;
use Illuminate\Http\Request;

/** Proves a session once, so that the loop may trust the signature and never needs to read a session. */
final class ChannelAuthController
{
    public function __invoke(Request $request, Broadcasts $broadcasts): JsonResponse
    {
        $fields = $request->request->all();
        if (! is_string($fields['socket_id'] ?? null) || preg_match('/^\d{1,20}\.\d{1,20}\z/', $fields['socket_id']) !== 1) {
            throw ChatError::invalidParameter('socket_id');
        }
        if (! is_string($fields['channel_name'] ?? null) || preg_match('/^presence-[A-Za-z0-9_\-=@,.;]{1,190}\z/', $fields['channel_name']) !== 1) {
            throw ChatError::of('channel_not_allowed');
        }

        return Json::response($broadcasts->connection()->auth($request));
    }
}
