<?php

declare(strict_types=1);

namespace WebSockets;

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

    /** Null: this process is alone. */
    public readonly ?Cluster $cluster;

    private readonly LoopChoice $choice;

    private readonly ?RedisLink $link;

    private readonly ChatChannel $channel;

    /** @var list<Listener> where clients come in, one for each host */
    private readonly array $front;

    /** Where HTTP workers call. */
    private readonly Listener $api;

    private readonly Drain $drain;

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
        $this->choice = $settings->forceSelect ? LoopChoice::select('asked for') : LoopChoice::best();
        $this->loop = $this->choice->loop;
        $this->link = $settings->redis === null ? null : $this->link($settings->redis);
        $fanOut = new FanOut;
        $endedSessions = new EndedSessions($fanOut, $this->link);
        $this->chat = new Chat(
            $this->loop, $makeStore($this->loop), $fanOut, $this->link, $settings->rateLimits,
            $settings->messageWindow,
        );
        $this->cluster = $this->link === null
            ? null
            : new Cluster($this->loop, $this->link, $this->chat, $endedSessions);
        $this->channel = new ChatChannel($this->chat, $fanOut, $endedSessions);
        $this->pusher = new PusherServer(
            $settings->app, $this->channel, (int) $contract->limit('frameMaxBytes'), $this->handshakeRefused(...),
        );
        $this->connections = $this->connections(min($settings->maxConnections, $this->room()));
        $this->health = new Health($this->chat->store, $this->link, [
            'loop' => $this->choice->name, 'maxConnections' => $this->connections->max, 'pid' => getmypid(),
        ]);
        $this->chat->metrics->watch([
            'chat_connections' => $this->pusher->countClients(...),
            'chat_users_online' => $this->chat->presence->count(...),
            'chat_buffered_bytes' => fn (): int => $this->connections->buffered,
        ]);
        $this->front = $this->front($moreRoutes === null ? [] : $moreRoutes($this));
        $this->api = $this->api(new HttpApi($this->chat, $endedSessions));
        $this->drain = new Drain(
            $this, [...$this->front, $this->api], $log, $contract->limit('shutdownMaxMs') / 1000,
        );
    }

    private function link(string $redis): RedisLink
    {
        $channel = "laravel-chat:{$this->settings->name}";

        return new RedisLink($this->loop, new RedisUrl($redis), $channel, $this->log);
    }

    /** Most connections of clients that this process can hold. */
    private function room(): int
    {
        return max(16, $this->choice->maxStreams - self::API_CONNECTIONS - self::OTHER_DESCRIPTORS);
    }

    private function connections(int $max): Connections
    {
        $bufferMaxBytes = (int) Contract::load()->limit('receiverBufferMaxBytes');

        return new Connections($this->loop, $this->log, $max, $bufferMaxBytes, $this->chat->metrics->countError(...));
    }

    /**
     * @param  array<string, Closure(HttpRequest, Connection): ?HttpResponse>  $moreRoutes
     * @return list<Listener>
     */
    private function front(array $moreRoutes): array
    {
        $router = new Router([
            '/app' => $this->pusher->open(...),
            '/health' => Router::read($this->health->summary(...)),
            '/empty' => Router::read(static fn (): HttpResponse => new HttpResponse(200)),
        ] + $moreRoutes);
        $newProtocol = static fn (): HttpConversation => new HttpConversation($router);

        return array_map(fn (): Listener => new Listener(
            $this->loop, $this->connections, $this->log, $newProtocol, sharesPort: $this->link !== null,
        ), $this->settings->hosts);
    }

    private function api(HttpApi $api): Listener
    {
        $router = new Router([
            '/health' => Router::read($this->health->details(...)),
            '/metrics' => Router::read(fn (): HttpResponse => HttpResponse::text($this->chat->metrics->text())),
        ] + $api->routes());
        $newProtocol = fn (): HttpConversation => new HttpConversation($router, $this->callRefused(...));

        return new Listener($this->loop, $this->connections(self::API_CONNECTIONS), $this->log, $newProtocol);
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
        $this->api->listen("unix:{$this->settings->api}");
        foreach ($this->front as $i => $listener) {
            $host = $this->settings->hosts[$i];
            $listener->listen(
                (str_contains($host, ':') ? "[$host]" : $host).':'.($i === 0 ? $this->settings->port : $this->port()),
            );
        }
        $this->chat->store->start(function (int $lastId, int $rev): void {
            $this->chat->storedMessages->reportPosition($lastId);
            $this->chat->changes->reportPosition($rev);
            $this->channel->welcomeAll();
        });
        $this->cluster?->start();
        foreach ([SIGTERM, SIGINT] as $signal) {
            $this->loop->addSignal($signal, fn () => $this->drain->start($signal));
        }
        $this->log->write('started', array_filter([
            'url' => "ws://{$this->settings->hosts[0]}:{$this->port()}",
            'api' => $this->settings->api,
            'loop' => $this->choice->name,
            'max_connections' => $this->connections->max,
            'why_no_better_loop' => $this->choice->why,
            'pid' => getmypid(),
            'rate_limits' => $this->settings->rateLimits ? 'on' : 'off',
            'window' => $this->settings->messageWindow ? null : 'off',
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
        foreach ([...$this->front, $this->api] as $listener) {
            $listener->close();
        }
        $this->chat->store->stop();
        $this->log->write('stopped');
    }

    /** The port that was bound. */
    public function port(): int
    {
        return $this->front[0]->port();
    }

    /** @param  array<string, mixed>  $facts */
    private function handshakeRefused(string $why, array $facts): void
    {
        $this->log->writeThrottled('handshake_refused', ['why' => $why] + $facts);
        if ($why === 'origin_not_allowed') { // a code of the contract; the other refusals are Pusher's
            $this->chat->metrics->countError($why);
        }
    }

    /** A worker does not read the answer to what it publishes. */
    private function callRefused(HttpRefused $refused): void
    {
        $this->log->writeThrottled('call_refused', ['status' => $refused->status, 'why' => $refused->getMessage()]);
    }
}
