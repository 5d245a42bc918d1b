<?php

declare(strict_types=1);

namespace WebSockets;

use WebSockets\Chat\Storing\StoreQueue;
use WebSockets\Server\HttpResponse;

/** GET /health: ok, or which part is not. */
final class Health
{
    /** @param  array<string, mixed>  $facts about this process: loop, limit, pid */
    public function __construct(private readonly StoreQueue $store, private readonly array $facts)
    {
    }

    /** For everybody: what is well, and not what exactly is wrong. */
    public function summary(): HttpResponse
    {
        $isWell = $this->store->trouble() === null;

        return HttpResponse::json($isWell ? 200 : 503, [
            'status' => $isWell ? 'ok' : 'degraded',
            'parts' => ['store' => $isWell ? 'ok' : 'the store is away or in trouble', 'socket' => 'ok'],
        ]);
    }

    /** For those who tend it. */
    public function response(): HttpResponse
    {
        $trouble = $this->store->trouble();

        return HttpResponse::json($trouble === null ? 200 : 503, [
            'status' => $trouble === null ? 'ok' : 'degraded',
            'parts' => ['store' => $trouble ?? 'ok', 'socket' => 'ok'],
        ] + $this->facts);
    }
}
