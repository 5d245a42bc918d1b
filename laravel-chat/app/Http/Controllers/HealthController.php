<?php

declare(strict_types=1);

namespace App\Http\Controllers;

use App\Broadcasting\PusherApi;
use App\Http\Json;
use App\Store\Messages;
use Closure;
use Illuminate\Http\JsonResponse;
use Throwable;

/** Readiness, part by part. */
final class HealthController
{
    public function __invoke(Messages $messages, PusherApi $loop): JsonResponse
    {
        $parts = [
            'store' => $this->state(fn () => $messages->lastId(), 'the database does not answer'),
            'socket' => $this->state(fn () => $loop->fetch('GET', '/health'), 'the WebSocket loop is away or in trouble: its own /health tells'),
        ];
        $isReady = array_unique(array_values($parts)) === ['ok'];

        return Json::response(['status' => $isReady ? 'ok' : 'degraded', 'parts' => $parts], $isReady ? 200 : 503);
    }

    private function state(Closure $ask, string $otherwise): string
    {
        try {
            $ask();
        } catch (Throwable) {
            return $otherwise; // what exactly is in the log, not in a public answer
        }

        return 'ok';
    }
}
