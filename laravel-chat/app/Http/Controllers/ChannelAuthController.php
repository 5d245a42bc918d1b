<?php

declare(strict_types=1);

namespace App\Http\Controllers;

use App\Broadcasting\PusherApi;
use App\ChatError;
use App\Contract;
use App\Http\Json;
use Illuminate\Contracts\Broadcasting\Factory as Broadcasts;
use Illuminate\Http\JsonResponse;
use Illuminate\Http\Request;

/**
 * Proves a session once, so that the loop may trust the signature and never needs to read a session. What is not exactly a socket id and the
 * chat's channel never gets near a signature.
 */
final class ChannelAuthController
{
    public function __invoke(Request $request, Broadcasts $broadcasts): JsonResponse
    {
        // PHP leaves out what is beyond a thousand fields: of a form that may be cut nothing is believed.
        $fields = substr_count((string) $request->getContent(), '&') < (int) Contract::load()->limit('jsonMaxMembers') ? $request->request->all() : [];
        if (! is_string($fields['socket_id'] ?? null) || preg_match(PusherApi::SOCKET_ID, $fields['socket_id']) !== 1) {
            throw ChatError::invalidParameter('socket_id');
        }
        if (($fields['channel_name'] ?? null) !== Contract::load()->channel()) {
            throw ChatError::of('channel_not_allowed');
        }

        return Json::response($broadcasts->connection()->auth($request));
    }
}
