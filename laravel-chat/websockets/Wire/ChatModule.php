<?php

declare(strict_types=1);

namespace WebSockets\Wire;

use App\Chat\Limits\LocalAllowances;
use App\Chat\Limits\Unlimited;
use App\Chat\SendMessage;
use App\Contract;
use ChannelServer\Module;
use ChannelServer\Pusher\App;
use ChannelServer\Pusher\ChannelMaker;
use ChannelServer\PusherLoop;
use ChannelServer\Server\HttpHandler;
use ChannelServer\Server\HttpResponse;
use React\EventLoop\LoopInterface;
use WebSockets\Chat\AsyncStore;
use WebSockets\Chat\Broadcast;
use WebSockets\Chat\Changes;
use WebSockets\Chat\Figures;
use WebSockets\Chat\InOrder;
use WebSockets\Chat\Presence;
use WebSockets\Chat\PresenceGathering;
use WebSockets\Chat\StoredMessage;
use WebSockets\Chat\StoreQueue;
use WebSockets\Chat\Typing;

/** The chat upon the Pusher server: puts its parts together. */
final class ChatModule extends Module
{
    public readonly StoreQueue $queue;

    private readonly InOrder $inOrder;

    private readonly Changes $changes;

    private readonly Broadcast $broadcast;

    private readonly ChatChannel $channel;

    private readonly Presence $online;

    private readonly Sessions $sessions;

    /** @param  array<string, HttpHandler>  $handlers  of addresses beside the chat's */
    public function __construct(
        LoopInterface $loop,
        private readonly bool $isLimited,
        private readonly bool $isGathering,
        private readonly App $app,
        private readonly Contract $contract,
        private readonly Figures $figures,
        private readonly AsyncStore $store,
        private readonly array $handlers = [],
    ) {
        $limit = static fn (string $name): float => (float) $contract->limit($name);
        $windowSeconds = $contract->window('maxMs') / 1000;

        $everybody = new JoinedSockets($contract);
        $presence = new PresenceGathering(
            $loop, $everybody, $limit('presenceMinWindowMs'), $limit('presenceMsPerUser'), (int) $limit('presenceListed'),
        );
        $this->online = new Presence($loop, $presence, $limit('leaveGraceMs') / 1000);
        $typing = new Typing(
            $loop, $everybody, $this->online, $limit('presenceMinWindowMs'), $limit('presenceMsPerUser'),
            $limit('typingSeconds'), $limit('typingPauseSeconds'),
            (int) $limit('typingListed'), (int) $limit('typingOnlineMax'),
        );

        $this->broadcast = new Broadcast(
            $loop, $figures, $everybody,
            $isGathering ? $windowSeconds : 0.0, $isGathering ? $contract->window('maxMessages') : 1,
        );
        $isHere = static fn (StoredMessage $message) => $typing->stop($message->userId);
        $this->inOrder = new InOrder($loop, $store, $isHere, $this->broadcast->add(...));
        $this->changes = new Changes($loop, $store, $everybody, $windowSeconds);
        $this->queue = new StoreQueue(
            $loop, $store, $figures, $this->inOrder->add(...),
            $contract->window('maxMessages'), $contract->window('maxBytes'), $contract->window('pendingMaxMessages'),
        );

        $allowances = $isLimited
            ? new LocalAllowances((int) $limit('messagesMax'), $limit('messagesSeconds'), 'too_many_messages')
            : new Unlimited;
        $messages = new ClientMessages(new SendMessage($this->queue, $allowances), $figures, $contract);
        $this->sessions = new Sessions;
        $this->channel = new ChatChannel(
            $contract, $everybody, $this->online, $typing, $this->sessions, $messages, $this->inOrder, $this->changes,
            $figures, $isLimited ? (int) $limit('socketsPerUserMax') : 0,
        );
    }

    public function start(): void
    {
        $this->store->start(function (int $lastId, int $rev): void {
            $this->inOrder->storeIsAt($lastId);
            $this->changes->storeIsAt($rev);
            $this->channel->welcomeAll();
        });
    }

    public function stop(): void
    {
        $this->store->stop();
    }

    public function channels(): ChannelMaker
    {
        return new ChatChannelMaker($this->app, $this->channel);
    }

    public function calls(): array
    {
        $listed = (int) $this->contract->limit('onlineListed');

        return [new ChatCalls($this->app, $this->channel->name, $this->online, $this->sessions, $listed)];
    }

    public function paths(): array
    {
        return ['/empty' => static fn (): HttpResponse => new HttpResponse(200)];
    }

    public function handlers(): array
    {
        return $this->handlers;
    }

    public function facts(): array
    {
        return [
            'rate_limits' => $this->isLimited ? 'on' : 'off',
            'window' => $this->isGathering ? null : 'off',
        ];
    }

    public function troubles(): array
    {
        return ['store' => $this->store->trouble()];
    }

    public function metrics(PusherLoop $server): string
    {
        return (new Metrics($this->contract->metrics(), $this->figures, $this->online))->text($server);
    }

    public function failed(string $code): void
    {
        $this->figures->failed($code);
    }

    public function isIdle(): bool
    {
        return $this->queue->isIdle() && $this->inOrder->isIdle();
    }

    public function finish(): void
    {
        $this->inOrder->giveUp();
        $this->broadcast->flush();
    }
}
