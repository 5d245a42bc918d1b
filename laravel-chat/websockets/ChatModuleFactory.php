<?php

declare(strict_types=1);

namespace WebSockets;

use App\Contract;
use ChannelServer\Log;
use ChannelServer\Module;
use ChannelServer\ModuleFactory;
use ChannelServer\ServerSettings;
use React\EventLoop\LoopInterface;
use WebSockets\Chat\ChatModule;
use WebSockets\Chat\Figures;
use WebSockets\Chat\Storing\Store;
use WebSockets\Chat\Storing\StoreProcess;

/** Puts the chat upon the Pusher server, under the contract's limits. */
final class ChatModuleFactory implements ModuleFactory
{
    /** @param  Store|null  $store another one than the storing process */
    public function __construct(private readonly ChatSettings $chat, private readonly ?Store $store = null)
    {
    }

    /** The app whose presence channel is the chat is the first. */
    public function make(LoopInterface $loop, ServerSettings $settings, Log $log): Module
    {
        $contract = Contract::load();
        $figures = new Figures($contract->metrics());

        return new ChatModule(
            $loop, $this->chat, $settings->apps->apps[0], $contract, $figures,
            $this->store ?? new StoreProcess($loop, $log, $this->chat->storeCommand),
            $this->chat->lab?->handlers($loop, $settings, $log, $figures) ?? [],
        );
    }
}
