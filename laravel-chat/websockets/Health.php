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

    public function response(): HttpResponse
    {
        $trouble = $this->store->trouble();

        return HttpResponse::json($trouble === null ? 200 : 503, [
            'status' => $trouble === null ? 'ok' : 'degraded',
            'parts' => ['store' => $trouble ?? 'ok', 'socket' => 'ok'],
        ] + $this->facts);
    }
}
