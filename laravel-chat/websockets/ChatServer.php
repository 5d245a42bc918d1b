<?php

declare(strict_types=1);

namespace WebSockets;

use App\Chat\Contract;
use React\EventLoop\LoopInterface;
use ReactEpoll\LoopChoice;
use ReactEpoll\LoopFailed;
use Throwable;
use WebSockets\Chat\Allowances;
use WebSockets\Chat\Broadcast;
use WebSockets\Chat\Chat;
use WebSockets\Chat\ChatCalls;
use WebSockets\Chat\ChatChannel;
use WebSockets\Chat\ChatChannelMaker;
use WebSockets\Chat\Figures;
use WebSockets\Chat\InOrder;
use WebSockets\Chat\Online;
use WebSockets\Chat\PresenceGathering;
use WebSockets\Chat\Sessions;
use WebSockets\Chat\Storing\Store;
use WebSockets\Chat\Storing\StoreProcess;
use WebSockets\Chat\Storing\StoreQueue;
use WebSockets\Pusher\HttpApi\HttpApi;
use WebSockets\Pusher\Outgoing;
use WebSockets\Pusher\PusherServer;
use WebSockets\Server\Address;
use WebSockets\Server\Connections;
use WebSockets\Server\HttpConversation;
use WebSockets\Server\Listener;
use WebSockets\Server\Unjoined;

/** Puts the rooms together: the only place that knows all of them. */
final class ChatServer
{
    private const LAG_SECONDS = 0.5;

    // Connections of HTTP workers, one each: clients never take their place.
    private const API_CONNECTIONS = 256;

    // What is no connection: standard streams, listeners, epoll, the storing process, a database, spare.
    private const OTHER_DESCRIPTORS = 64;

    // One part in so many of all connections is never given to those who have not joined.
    private const KEPT_FOR_JOINED = 4;

    public readonly LoopInterface $loop;

    public readonly Connections $connections;

    private readonly Listener $listener;

    private readonly Listener $apiListener;

    private readonly StoreQueue $queue;

    private readonly Drain $drain;

    private readonly LoopChoice $choice;

    private readonly Figures $figures;

    /** @param  Store|null  $store another one than the storing process */
    public function __construct(private readonly ServeSettings $settings, private readonly Log $log, ?Store $store = null)
    {
        $contract = Contract::load();
        $this->choice = $settings->forceSelect ? LoopChoice::select('asked for') : LoopChoice::best();
        $this->loop = $this->choice->loop;
        $this->figures = $figures = new Figures($contract->metrics());
        $this->connections = $connections = new Connections(
            $this->loop, $log, (int) $contract->limit('receiverBufferMaxBytes'), $figures->failed(...),
            new Unjoined($this->maxConnections() - intdiv($this->maxConnections(), self::KEPT_FOR_JOINED), $settings->rateLimits ? (int) $contract->limit('unjoinedPerAddressMax') : 0),
        );

        $sessions = new Sessions;
        $channelName = $contract->channel();
        $gathering = new PresenceGathering(
            $this->loop,
            function (array $payload) use (&$channel, $contract): void {
                /** @var ChatChannel $channel */
                $channel->send(Outgoing::event($contract->event('presence'), $payload, $channel->name));
            },
            (float) $contract->limit('presenceMinWindowMs'), (float) $contract->limit('presenceMsPerUser'), (int) $contract->limit('presenceListed'),
        );
        $online = new Online($this->loop, $gathering, $contract->limit('leaveGraceMs') / 1000);
        $channel = new ChatChannel(
            $channelName, $online, $sessions, $figures,
            $settings->rateLimits ? (int) $contract->limit('socketsPerUserMax') : 0,
        );
        $allowances = new Allowances($settings->rateLimits, (float) $contract->limit('messagesPerSecond'), (float) $contract->limit('messagesBurst'));
        $chat = new Chat($channel, $allowances, $this->figures, $contract->event('clientMessage'), $contract->event('messages'), $contract->event('ack'), (int) $contract->limit('jsonMaxDepth'));
        $broadcast = new Broadcast(
            $this->loop, $this->figures, $channel->deliver(...), $channelName, $contract->event('messages'),
            $settings->gathering ? $contract->window('maxMs') / 1000 : 0.0, $settings->gathering ? $contract->window('maxMessages') : 1,
        );
        $chat->queue = $this->queue = new StoreQueue(
            $this->loop, $store ?? new StoreProcess($this->loop, $log, $settings->storeCommand), $chat,
            $contract->window('maxMessages'), $contract->window('maxBytes'), $contract->window('pendingMaxMessages'),
            $contract->limit('failedInsertShownMs') / 1000,
        );
        $chat->inOrder = $inOrder = new InOrder($this->loop, $this->queue, $broadcast->add(...));

        $app = $settings->chatApp();
        $pusher = new PusherServer($settings->apps, new ChatChannelMaker($app, $channel), $settings->pusher, $this->handshakeRefused(...));
        $calls = new ChatCalls($app, $channelName, $online, $sessions, (int) $contract->limit('onlineListed'));
        $api = new HttpApi($settings->apps, $pusher, [$calls]);
        $health = new Health($this->queue, ['loop' => $this->choice->name, 'maxConnections' => $this->maxConnections(), 'pid' => getmypid()]);
        $front = new Front($pusher, $health, $settings->apiOnSocketPort ? $api : null);
        $apiFront = new ApiFront($api, $health, new Metrics($contract->metrics(), $this->figures, $connections, $pusher, $online));
        $empty = new EmptyAnswer;
        $this->listener = new Listener(
            $this->loop, $connections, $log, $this->maxConnections(),
            static fn (): HttpConversation => new HttpConversation($front, $settings->maxRequestBytes, $empty),
            $settings->tls, $empty->onlyAnswer(...),
        );
        // Connections of their own: however many clients there are, workers get through.
        $this->apiListener = new Listener(
            $this->loop, new Connections($this->loop, $log, (int) $contract->limit('receiverBufferMaxBytes'), $figures->failed(...)), $log,
            self::API_CONNECTIONS, static fn (): HttpConversation => new HttpConversation($apiFront, $settings->maxRequestBytes),
        );
        $this->drain = new Drain($this->loop, $this->listener, $this->apiListener, $connections, $pusher, $this->queue, $inOrder, $broadcast, $log, $contract->limit('shutdownMaxMs') / 1000);
    }

    /** Serves until SIGTERM or SIGINT. */
    public function run(): void
    {
        $this->start();
        $this->serve();
        $this->stop();
    }

    /** Runs the loop until it is stopped. A bug in a timer, or in what was put off to the next turn, costs what it was about to do, not the server. */
    public function serve(): void
    {
        while (true) {
            try {
                $this->loop->run();

                return;
            } catch (LoopFailed $end) {
                throw $end;
            } catch (Throwable $bug) {
                $this->log->bug($bug);
            }
        }
    }

    /** The port that was bound. */
    public function port(): int
    {
        return $this->listener->port();
    }

    /** The API's, where it is on TCP. */
    public function apiPort(): int
    {
        return $this->apiListener->port();
    }

    public function stop(): void
    {
        $this->listener->close();
        $this->apiListener->close();
        $this->queue->stop();
        $this->log->write('stopped');
    }

    /** Listens; the caller runs the loop. */
    public function start(): void
    {
        $this->apiListener->listen($this->settings->api);
        $this->listener->listen(Address::tcp($this->settings->host, $this->settings->port));
        $this->queue->start();
        foreach ([SIGTERM, SIGINT] as $signal) {
            $this->loop->addSignal($signal, fn () => $this->drain->start($signal));
        }
        $this->watchLag();
        $this->log->write('started', array_filter([
            'url' => ($this->settings->tls === [] ? 'ws' : 'wss')."://{$this->settings->host}:{$this->listener->port()}",
            'api' => (string) $this->settings->api,
            'loop' => $this->choice->name,
            'max_connections' => $this->maxConnections(),
            'why_no_better_loop' => $this->choice->why,
            'pid' => getmypid(),
            'rate_limits' => $this->settings->rateLimits ? 'on' : 'off',
            'window' => $this->settings->gathering ? null : 'off',
        ], static fn (mixed $fact): bool => $fact !== null));
    }

    /** @param  array<string, mixed>  $facts */
    private function handshakeRefused(string $why, array $facts): void
    {
        $this->log->repeatable('handshake_refused', ['why' => $why] + $facts);
        if ($why === 'origin_not_allowed') { // the others are codes of Pusher's, not of the contract
            $this->figures->failed($why);
        }
    }

    private function maxConnections(): int
    {
        return min($this->settings->maxConnections ?? PHP_INT_MAX, max(16, $this->choice->maxStreams - self::API_CONNECTIONS - self::OTHER_DESCRIPTORS));
    }

    private function watchLag(): void
    {
        $due = hrtime(true) * 1e-9 + self::LAG_SECONDS;
        $this->loop->addPeriodicTimer(self::LAG_SECONDS, function () use (&$due): void {
            $now = hrtime(true) * 1e-9;
            $this->figures->loopLag = round(max(0.0, $now - $due), 6);
            $due = $now + self::LAG_SECONDS;
        });
    }
}
