<?php

declare(strict_types=1);

namespace App\Http\Controllers;

use App\ChatError;
use App\Contract;
use App\Http\Json;
use Illuminate\Contracts\Broadcasting\Broadcaster;
use Illuminate\Http\JsonResponse;
use Illuminate\Http\Request;

/** Signs a subscription for a session: the server of the sockets trusts the signature and reads no session. */
final class ChannelAuthController
{
    public function __invoke(Request $request, Broadcaster $broadcaster): JsonResponse
    {
        $socketId = $request->input('socket_id');
        if (! is_string($socketId) || preg_match('/^\d{1,20}\.\d{1,20}\z/', $socketId) !== 1) {
            throw ChatError::of('invalid_parameter', 'socket_id');
        }
        if ($request->input('channel_name') !== Contract::get('channel')) {
            throw ChatError::of('channel_not_allowed');
        }

        return Json::response($broadcaster->auth($request));
    }
}
