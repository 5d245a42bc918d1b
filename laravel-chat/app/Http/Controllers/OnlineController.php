<?php

declare(strict_types=1);

namespace App\Http\Controllers;

use App\Broadcasting\LoopAway;
use App\Broadcasting\PusherApi;
use App\Chat\Contract;
use App\Http\Json;
use Illuminate\Http\JsonResponse;

/** The loop alone knows who is online: its sockets are what being online means. */
final class OnlineController
{
    public function __invoke(PusherApi $loop): JsonResponse
    {
        try {
            return Json::response($loop->call('GET', '/channels/'.Contract::load()->channel().'/online'));
        } catch (LoopAway) {
            return Json::response(['count' => 0, 'users' => []]);
        }
    }
}
