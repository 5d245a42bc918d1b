<?php

declare(strict_types=1);

namespace WebSockets\Chat;

use App\Contract;
use ChannelServer\Module;
use ChannelServer\Pusher\App;
use ChannelServer\Pusher\ChannelMaker;
use ChannelServer\Pusher\Outgoing;
use ChannelServer\PusherLoop;
use ChannelServer\Server\HttpHandler;
use ChannelServer\Server\HttpResponse;
use React\EventLoop\LoopInterface;
use WebSockets\Chat\Storing\Store;
use WebSockets\Chat\Storing\StoreQueue;
use WebSockets\ChatSettings;

/** The chat upon the Pusher server: puts its parts together. */
final class ChatModule extends Module
{
    private readonly StoreQueue $queue;

    private readonly InOrder $inOrder;

    private readonly Broadcast $broadcast;

    private readonly Metrics $metrics;

    private readonly ChatChannelMaker $channels;

    private readonly ChatCalls $calls;

    /** @param  array<string, HttpHandler>  $handlers  of addresses beside the chat's */
    public function __construct(LoopInterface $loop, private readonly ChatSettings $settings, App $app, Contract $contract, private readonly Figures $figures, Store $store, private readonly array $handlers = [])
    {
        $sessions = new Sessions;
        $channelName = $contract->channel();
        $gathering = new PresenceGathering(
            $loop,
            function (array $payload) use (&$channel, $contract): void {
                /** @var ChatChannel $channel */
                $channel->send(Outgoing::event($contract->event('presence'), $payload, $channel->name));
            },
            (float) $contract->limit('presenceMinWindowMs'), (float) $contract->limit('presenceMsPerUser'), (int) $contract->limit('presenceListed'),
        );
        $online = new Online($loop, $gathering, $contract->limit('leaveGraceMs') / 1000);
        $channel = new ChatChannel(
            $channelName, $online, $sessions, $figures,
            $settings->rateLimits ? (int) $contract->limit('socketsPerUserMax') : 0, $contract->event('clientTyping'),
        );
        $channel->typing = new Typing(
            $loop,
            static fn (array $payload) => $channel->send(Outgoing::event($contract->event('typing'), $payload, $channel->name)),
            $online->count(...),
            (float) $contract->limit('presenceMinWindowMs'), (float) $contract->limit('presenceMsPerUser'),
            (float) $contract->limit('typingSeconds'), (float) $contract->limit('typingPauseSeconds'),
            (int) $contract->limit('typingListed'), (int) $contract->limit('typingOnlineMax'),
        );
        $allowances = new Allowances($settings->rateLimits, (float) $contract->limit('messagesPerSecond'), (float) $contract->limit('messagesBurst'));
        $chat = new Chat($channel, $allowances, $figures, $contract->event('clientMessage'), $contract->event('messages'), $contract->event('changed'), $contract->event('ack'), (int) $contract->limit('jsonMaxDepth'));
        $this->broadcast = new Broadcast(
            $loop, $figures, $channel->deliver(...), $channelName, $contract->event('messages'),
            $settings->gathering ? $contract->window('maxMs') / 1000 : 0.0, $settings->gathering ? $contract->window('maxMessages') : 1,
        );
        $chat->queue = $this->queue = new StoreQueue(
            $loop, $store, $chat,
            $contract->window('maxMessages'), $contract->window('maxBytes'), $contract->window('pendingMaxMessages'),
            $contract->limit('failedInsertShownMs') / 1000,
        );
        $chat->inOrder = $this->inOrder = new InOrder($loop, $this->queue, $this->broadcast->add(...));

        $chat->changes = new Changes($loop, $this->queue, $chat->tellChanges(...), $contract->window('maxMs') / 1000);

        $this->channels = new ChatChannelMaker($app, $channel);
        $this->calls = new ChatCalls($app, $channelName, $online, $sessions, (int) $contract->limit('onlineListed'));
        $this->metrics = new Metrics($contract->metrics(), $figures, $online);
    }

    public function start(): void
    {
        $this->queue->start();
    }

    public function stop(): void
    {
        $this->queue->stop();
    }

    public function channels(): ChannelMaker
    {
        return $this->channels;
    }

    public function calls(): array
    {
        return [$this->calls];
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
        return ['rate_limits' => $this->settings->rateLimits ? 'on' : 'off', 'window' => $this->settings->gathering ? null : 'off'];
    }

    public function troubles(): array
    {
        return ['store' => $this->queue->trouble()];
    }

    public function metrics(PusherLoop $server): string
    {
        return $this->metrics->text($server);
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
