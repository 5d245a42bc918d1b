<?php

declare(strict_types=1);

namespace WebSockets;

use WebSockets\Chat\AsyncStore;
use WebSockets\Cluster\RedisLink;
use WebSockets\Server\HttpResponse;

/** How the loop is: whether its store answers, and whether the other processes are reached. */
final class Health
{
    /** @param  ?RedisLink  $link  null: the chat has one process */
    public function __construct(private readonly AsyncStore $store, private readonly ?RedisLink $link)
    {
    }

    /** Says which parts are well. What exactly is wrong is in the log. */
    public function answer(): HttpResponse
    {
        $store = $this->store->problem() === null ? 'ok' : 'the store is away or in trouble';
        $redis = $this->link === null ? [] : ['redis' => $this->link->isUp() ? 'ok' : 'away'];
        $parts = ['store' => $store, 'socket' => 'ok'] + $redis;
        $status = array_unique(array_values($parts)) === ['ok'] ? 'ok' : 'degraded';

        return HttpResponse::json($store === 'ok' ? 200 : 503, ['status' => $status, 'parts' => $parts]);
    }
}
