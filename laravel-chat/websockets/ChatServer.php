<?php

declare(strict_types=1);

namespace WebSockets;

use App\Chat\Limits\LocalAllowances;
use App\Chat\Limits\Unlimited;
use App\Contract;
use Closure;
use React\EventLoop\LoopInterface;
use ReactEpoll\LoopChoice;
use ReactEpoll\LoopFailed;
use Throwable;
use WebSockets\Chat\AsyncStore;
use WebSockets\Chat\Chat;
use WebSockets\Cluster\Cluster;
use WebSockets\Cluster\RedisLink;
use WebSockets\Cluster\RedisUrl;
use WebSockets\Pusher\ChatChannel;
use WebSockets\Pusher\EndedSessions;
use WebSockets\Pusher\FanOut;
use WebSockets\Pusher\HttpApi;
use WebSockets\Pusher\PusherServer;
use WebSockets\Server\Connection;
use WebSockets\Server\Connections;
use WebSockets\Server\HttpConversation;
use WebSockets\Server\HttpRefused;
use WebSockets\Server\HttpRequest;
use WebSockets\Server\HttpResponse;
use WebSockets\Server\Listener;
use WebSockets\Server\Log;
use WebSockets\Server\Router;

/**
 * The chat on an event loop: clients come in at one address, HTTP workers call at another. Puts the parts together,
 * listens, and serves until a signal.
 */
final class ChatServer
{
    // Connections of HTTP workers, one each: clients never take their place.
    private const API_CONNECTIONS = 256;

    // Descriptors that are no connection: standard streams, listeners, epoll, the storing process, spare.
    private const OTHER_DESCRIPTORS = 64;

    public readonly LoopInterface $loop;

    public readonly Connections $connections;

    public readonly Chat $chat;

    public readonly PusherServer $pusher;

    public readonly Health $health;

    private readonly ChatChannel $channel;

    private readonly LoopChoice $choice;

    /** @var list<Listener> one for each host */
    private readonly array $listeners;

    private readonly Listener $apiListener;

    private readonly Drain $drain;

    /** Null: this process is alone. */
    public readonly ?Cluster $cluster;

    /**
     * @param  Closure(LoopInterface): AsyncStore  $makeStore
     * @param  (Closure(self): array<string, Closure(HttpRequest, Connection): ?HttpResponse>)|null  $moreRoutes of the
     *   port that everybody reaches
     */
    public function __construct(
        private readonly Settings $settings,
        private readonly Log $log,
        Closure $makeStore,
        ?Closure $moreRoutes = null,
    ) {
        $contract = Contract::load();
        $limit = static fn (string $name): int => (int) $contract->limit($name);
        $isLimited = $settings->rateLimits;
        $this->choice = $settings->forceSelect ? LoopChoice::select('asked for') : LoopChoice::best();
        $this->loop = $this->choice->loop;
        $store = $makeStore($this->loop);
        $link = $settings->redis === null ? null : new RedisLink(
            $this->loop, new RedisUrl($settings->redis), "laravel-chat:{$settings->name}", $log->repeatable(...),
        );

        $fanOut = new FanOut($contract);
        $endedSessions = new EndedSessions($fanOut, $link);
        $allowances = $isLimited
            ? new LocalAllowances($limit('messagesMax'), $contract->limit('messagesSeconds'), 'too_many_messages')
            : new Unlimited;
        $this->chat = new Chat($this->loop, $contract, $store, $fanOut, $link, $allowances, $settings->gathering);
        $this->cluster = $link === null ? null : new Cluster($this->loop, $link, $this->chat, $endedSessions);
        $this->channel = new ChatChannel(
            $contract, $this->chat, $fanOut, $endedSessions, $isLimited ? $limit('socketsPerUserMax') : 0,
        );
        $this->pusher = new PusherServer(
            $settings->app, $this->channel, $limit('frameMaxBytes'), $this->handshakeRefused(...),
        );

        $failed = $this->chat->figures->failed(...);
        $room = max(16, $this->choice->maxStreams - self::API_CONNECTIONS - self::OTHER_DESCRIPTORS);
        $connections = fn (int $most): Connections => new Connections(
            $this->loop, $log, $most, $limit('receiverBufferMaxBytes'), $failed,
        );
        $this->connections = $connections(min($settings->maxConnections, $room));
        $this->health = new Health($store, $link, [
            'loop' => $this->choice->name, 'maxConnections' => $this->connections->max, 'pid' => getmypid(),
        ]);
        $front = new Router([
            '/app' => $this->pusher->open(...),
            '/health' => Router::read($this->health->brief(...)),
            '/empty' => Router::read(static fn (): HttpResponse => new HttpResponse(200)),
        ] + ($moreRoutes === null ? [] : $moreRoutes($this)));
        $this->listeners = array_map(
            fn (): Listener => $this->listener($this->connections, $front, sharesPort: $link !== null),
            $settings->hosts,
        );
        $this->apiListener = $this->listener($connections(self::API_CONNECTIONS), new Router([
            '/health' => Router::read($this->health->inFull(...)),
            '/metrics' => Router::read(fn () => HttpResponse::text(Metrics::text($this))),
        ] + (new HttpApi($contract, $this->chat, $endedSessions))->routes()), onRefusal: $this->callRefused(...));
        $this->drain = new Drain(
            $this->loop, [...$this->listeners, $this->apiListener], $this->connections,
            $this->pusher, $this->chat, $log, $contract->limit('shutdownMaxMs') / 1000,
        );
    }

    /** Serves until SIGTERM or SIGINT. */
    public function run(): void
    {
        $this->start();
        $this->serve();
        $this->stop();
    }

    /** Listens; the caller runs the loop. */
    public function start(): void
    {
        $this->apiListener->listen("unix:{$this->settings->api}");
        foreach ($this->listeners as $i => $listener) {
            $host = $this->settings->hosts[$i];
            $listener->listen(
                (str_contains($host, ':') ? "[$host]" : $host).':'.($i === 0 ? $this->settings->port : $this->port()),
            );
        }
        $this->chat->store->start(function (int $lastId, int $rev): void {
            $this->chat->sendMessage->storeIsAt($lastId);
            $this->chat->changes->storeIsAt($rev);
            $this->channel->welcomeAll();
        });
        $this->cluster?->start();
        foreach ([SIGTERM, SIGINT] as $signal) {
            $this->loop->addSignal($signal, fn () => $this->drain->start($signal));
        }
        $this->health->watchLag($this->loop);
        $this->log->write('started', array_filter([
            'url' => "ws://{$this->settings->hosts[0]}:{$this->port()}",
            'api' => $this->settings->api,
            'loop' => $this->choice->name,
            'max_connections' => $this->connections->max,
            'why_no_better_loop' => $this->choice->why,
            'pid' => getmypid(),
            'rate_limits' => $this->settings->rateLimits ? 'on' : 'off',
            'window' => $this->settings->gathering ? null : 'off',
        ], static fn (mixed $fact): bool => $fact !== null));
    }

    /**
     * Runs the loop until it is stopped. A bug in a timer, or in what was put off to the next turn, costs what it was
     * about to do, not the server.
     */
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

    public function stop(): void
    {
        foreach ([...$this->listeners, $this->apiListener] as $listener) {
            $listener->close();
        }
        $this->chat->store->stop();
        $this->log->write('stopped');
    }

    /** The port that was bound. */
    public function port(): int
    {
        return $this->listeners[0]->port();
    }

    /** @param  ?Closure(HttpRefused): void  $onRefusal */
    private function listener(
        Connections $connections,
        Router $router,
        bool $sharesPort = false,
        ?Closure $onRefusal = null,
    ): Listener {
        $speak = static fn (): HttpConversation => new HttpConversation($router, $onRefusal);

        return new Listener($this->loop, $connections, $this->log, $speak, $sharesPort);
    }

    /** @param  array<string, mixed>  $facts */
    private function handshakeRefused(string $why, array $facts): void
    {
        $this->log->repeatable('handshake_refused', ['why' => $why] + $facts);
        if ($why === 'origin_not_allowed') { // a code of the contract; the other refusals are Pusher's
            $this->chat->figures->failed($why);
        }
    }

    /** A worker does not read the answer to what it publishes. */
    private function callRefused(HttpRefused $refused): void
    {
        $this->log->repeatable('call_refused', ['status' => $refused->status, 'why' => $refused->getMessage()]);
    }
}
