<?php

declare(strict_types=1);

namespace WebSockets;

use App\Contract;
use ChannelServer\Log;
use ChannelServer\ModuleFactory;
use ChannelServer\ServerSettings;
use React\EventLoop\LoopInterface;
use WebSockets\Chat\AsyncStore;
use WebSockets\Chat\Figures;
use WebSockets\Lab\LabSettings;
use WebSockets\Store\RemoteStore;
use WebSockets\Store\StoreProcess;
use WebSockets\Wire\ChatModule;

/** Puts the chat upon the Pusher server, under the contract's limits. */
final class ChatModuleFactory implements ModuleFactory
{
    /**
     * @param  list<string>  $storeCommand  starts the storing process
     * @param  bool  $gathering  false sends every message as an event of its own (the lab's baseline)
     * @param  ?LabSettings  $lab  null: no lab calls
     * @param  ?AsyncStore  $store  another one than the storing process
     */
    public function __construct(
        private readonly array $storeCommand = [],
        private readonly bool $rateLimits = true,
        private readonly bool $gathering = true,
        private readonly ?LabSettings $lab = null,
        private readonly ?AsyncStore $store = null,
    ) {
    }

    /** The app whose presence channel is the chat is the first. */
    public function make(LoopInterface $loop, ServerSettings $settings, Log $log): ChatModule
    {
        $contract = Contract::load();
        $figures = new Figures($contract->metrics());

        return new ChatModule(
            $loop, $this->rateLimits, $this->gathering, $settings->apps->apps[0], $contract, $figures,
            $this->store ?? new RemoteStore(
                $loop, new StoreProcess($loop, $log->repeatable(...), $this->storeCommand), $log->repeatable(...),
                $contract->limit('failedInsertShownMs') / 1000,
            ),
            $this->lab?->handlers($loop, $settings, $log, $figures) ?? [],
        );
    }
}
