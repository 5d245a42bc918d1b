<?php

declare(strict_types=1);

namespace ChannelServer\Laravel\Dashboard;

use ChannelServer\Laravel\RunningServer;
use ChannelServer\Server\Address;
use Illuminate\Http\JsonResponse;
use InvalidArgumentException;

/** The figures of the running server, which only its own user can ask itself. */
final class ShowFigures
{
    public function __invoke(): JsonResponse
    {
        try {
            $figures = (new RunningServer(Address::fromText((string) config('websockets.api.address'))))->get('/figures');
        } catch (InvalidArgumentException $misspelt) {
            return new JsonResponse(['message' => $misspelt->getMessage()], 503);
        }
        if ($figures === null) {
            return new JsonResponse(['message' => 'No server answers at '.config('websockets.api.address').': start one with php artisan websockets:serve'], 503);
        }

        return JsonResponse::fromJsonString($figures, 200, ['Cache-Control' => 'no-store']);
    }
}
