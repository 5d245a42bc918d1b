<?php

declare(strict_types=1);

namespace App\Http\Controllers;

use App\Broadcasting\PusherApi;
use App\Chat\User;
use App\ChatError;
use App\Contract;
use App\Http\Json;
use App\Http\SessionHandle;
use Illuminate\Contracts\Auth\Authenticatable;
use Illuminate\Http\JsonResponse;
use Illuminate\Http\Request;

/**
 * Proves a session once, so that the loop may trust the signature and never needs to read a session. Whoever is logged in
 * may join the chat, and is known to the others by id and name. What is not exactly a socket id and the chat's channel
 * never gets near a signature.
 */
final class ChannelAuthController
{
    /** @param  User  $user */
    public function __invoke(Authenticatable $user, Request $request, PusherApi $api): JsonResponse
    {
        $contract = Contract::load();
        // PHP leaves out what is beyond a thousand fields: of a form that may be cut nothing is believed.
        $isWhole = substr_count((string) $request->getContent(), '&') < (int) $contract->limit('jsonMaxMembers');
        $fields = $isWhole ? $request->request->all() : [];
        $socketId = $fields['socket_id'] ?? null;
        if (! is_string($socketId) || preg_match(PusherApi::SOCKET_ID, $socketId) !== 1) {
            throw ChatError::invalidParameter('socket_id');
        }
        if (($fields['channel_name'] ?? null) !== $contract->channel()) {
            throw ChatError::of('channel_not_allowed');
        }
        $data = PusherApi::json([
            'user_id' => $user->id(),
            'user_info' => ['name' => $user->name()],
            // Lets the loop find the sockets of a session when it ends, without knowing the session.
            'session' => SessionHandle::of($request->session()->getId()),
        ]);

        return Json::response([
            'auth' => $api->channelAuth($socketId, $contract->channel(), $data),
            'channel_data' => $data,
        ]);
    }
}
