<?php

declare(strict_types=1);

namespace App\Http\Controllers;

use App\Broadcasting\Sockets;
use App\ChatError;
use App\Http\Json;
use Illuminate\Broadcasting\BroadcastException;
use Illuminate\Http\JsonResponse;
use Psr\Log\LoggerInterface;

/** Who holds the sockets alone knows who is online. */
final class OnlineController
{
    public function __invoke(Sockets $sockets, LoggerInterface $log): JsonResponse
    {
        try {
            return Json::response($sockets->online());
        } catch (BroadcastException $fault) {
            $log->warning('Who is online cannot be told.', ['why' => $fault->getMessage()]);
            throw ChatError::presenceUnavailable($fault);
        }
    }
}
