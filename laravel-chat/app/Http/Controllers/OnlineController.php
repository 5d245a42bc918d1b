<?php

declare(strict_types=1);

namespace App\Http\Controllers;

use App\Broadcasting\PusherApi;
use App\Chat\Contract;
use App\Http\Json;
use Illuminate\Http\JsonResponse;

/** The loop alone knows who is online: its sockets are what being online means. */
final class OnlineController
{
    public function __invoke(PusherApi $loop): JsonResponse
    {
        return Json::response($loop->call('GET', '/channels/'.Contract::load()->channel().'/online'));
    }
}
