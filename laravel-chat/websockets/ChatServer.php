<?php

declare(strict_types=1);

namespace WebSockets;

use App\Chat\Contract;
use React\EventLoop\LoopInterface;
use WebSockets\Chat\ChatModule;
use WebSockets\Chat\Figures;
use WebSockets\Chat\Storing\Store;
use WebSockets\Chat\Storing\StoreProcess;

/** The Pusher server with the chat upon it, under the contract's limits. */
final class ChatServer
{
    /** @param  Store|null  $store another one than the storing process */
    public static function make(ServeSettings $settings, Log $log, ?Store $store = null): PusherLoop
    {
        $contract = Contract::load();
        $figures = new Figures($contract->metrics());

        return new PusherLoop(
            $settings, $log, $figures->failed(...), (int) $contract->limit('receiverBufferMaxBytes'),
            $settings->rateLimits ? (int) $contract->limit('unjoinedPerAddressMax') : 0, $contract->limit('shutdownMaxMs') / 1000,
            static fn (LoopInterface $loop): Module => new ChatModule($loop, $settings, $contract, $figures, $store ?? new StoreProcess($loop, $log, $settings->storeCommand)),
        );
    }
}
