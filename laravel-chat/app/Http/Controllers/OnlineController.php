<?php

declare(strict_types=1);

namespace App\Http\Controllers;

use App\Broadcasting\PusherApi;
use App\ChatError;
use App\Contract;
use App\Http\Json;
use Illuminate\Broadcasting\BroadcastException;
use Illuminate\Http\JsonResponse;
use Psr\Log\LoggerInterface;

/** The loop alone knows who is online: its sockets are what being online means. */
final class OnlineController
{
    public function __invoke(PusherApi $loop, LoggerInterface $log): JsonResponse
    {
        try {
            $online = $loop->call('GET', '/channels/'.Contract::load()->channel().'/online');
            if (! is_int($online['count'] ?? null) || ! is_array($online['users'] ?? null)) {
                throw new BroadcastException('The loop answered something else than who is online: does another Pusher server stand in its place?');
            }
        } catch (BroadcastException $fault) {
            $log->warning('Who is online cannot be told.', ['why' => $fault->getMessage()]);
            throw ChatError::presenceUnavailable($fault);
        }

        return Json::response(['count' => $online['count'], 'users' => $online['users']]);
    }
}
