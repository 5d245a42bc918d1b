<?php

declare(strict_types=1);

namespace App\Http\Controllers;

use App\Broadcasting\Sockets;
use App\Chat\MessageStore;
use App\Http\Json;
use Illuminate\Http\JsonResponse;
use Throwable;

/** Readiness, part by part. */
final class HealthController
{
    public function __invoke(MessageStore $messages, Sockets $sockets): JsonResponse
    {
        $parts = ['store' => $this->store($messages), 'socket' => $this->socket($sockets)];
        $isReady = array_unique(array_values($parts)) === ['ok'];

        return Json::response(['status' => $isReady ? 'ok' : 'degraded', 'parts' => $parts] + $this->build(), $isReady ? 200 : 503);
    }

    /**
     * Only load runs need to know what exactly runs, and others could use it against the server.
     *
     * @return array<string, string|null>
     */
    private function build(): array
    {
        return config('chat.rate_limits') ? [] : ['build' => config('chat.build'), 'runtime' => 'PHP '.PHP_VERSION];
    }

    /** In general words: what exactly is in the log, not in a public answer. */
    private function store(MessageStore $messages): string
    {
        try {
            $messages->position();
        } catch (Throwable) {
            return 'the database does not answer';
        }

        return $messages->canBeStored() ? 'ok' : 'messages cannot be stored';
    }

    private function socket(Sockets $sockets): string
    {
        try {
            $sockets->assertHealthy();
        } catch (Throwable) {
            return 'the WebSocket loop is away or in trouble: its own /health tells';
        }

        return 'ok';
    }
}
