<?php

declare(strict_types=1);

namespace ChannelServer\Pusher;

use ChannelServer\Server\Connection;
use ChannelServer\Server\HttpConversation;
use ChannelServer\Server\HttpRefused;
use ChannelServer\Server\HttpRequest;
use ChannelServer\WebSocket\Handshake;
use ChannelServer\WebSocket\Socket;

/** Where clients come in: /app/KEY?protocol=7. */
final class PusherServer
{
    // Of a header that anybody may fill.
    private const LOGGED_BYTES = 200;

    /** @var array<string, Channels> by app id */
    private array $channels = [];

    /** @var array<string, ClientEvents> by app id */
    private array $events = [];

    private bool $draining = false;

    /**
     * @param  callable(string, array<string, mixed>): void  $refused  is told why a handshake was refused, and what
     *   tells more
     */
    public function __construct(
        private readonly Apps $apps,
        ChannelMaker $maker,
        private readonly Settings $settings,
        private $refused,
    ) {
        foreach ($apps->apps as $app) {
            $this->channels[$app->id] = new Channels($app, $maker);
            $this->events[$app->id] = new ClientEvents($this->channels[$app->id]);
        }
    }

    public function channels(App $app): Channels
    {
        return $this->channels[$app->id];
    }

    public function countClients(): int
    {
        return array_sum(array_map(static fn (Channels $channels): int => $channels->countClients(), $this->channels));
    }

    /** Whether a path is a client's: /app/KEY, behind an app's own path prefix too. */
    public static function isClientPath(string $path): bool
    {
        return preg_match('#^(?:/[^/]+)*/app/[^/]+$#D', $path) === 1;
    }

    /**
     * Turns a handshake request into a client.
     *
     * @throws HttpRefused where the handshake is malformed or its Origin not allowed
     */
    public function open(HttpRequest $request, Connection $connection): void
    {
        $answer = Handshake::accept($request);
        $connection->mustHavePlace();
        $app = $this->appOf($request->path());
        $origin = $request->header('origin');
        if ($app !== null ? ! $app->allowsOrigin($origin) : ! $this->anyAllows($origin)) {
            ($this->refused)('origin_not_allowed', ['origin' => substr((string) $origin, 0, self::LOGGED_BYTES)]);
            throw new HttpRefused(403, 'origin_not_allowed', 'Pages of this origin may not connect here.');
        }
        $rest = $connection->protocol instanceof HttpConversation ? $connection->protocol->rest() : '';
        $connection->write($answer);
        $settings = $app->settings ?? $this->settings;
        $socket = new Socket($connection, $settings->maxMessageBytes, $settings->byteRates);
        $connection->protocol = $socket;
        if ($app === null) {
            $this->refuse(
                $socket, ErrorCode::NO_SUCH_APP, 'App key is not in this cluster: there is no app of this key here',
            );
        } else {
            $this->welcome($app, $socket, $request->query()['protocol'] ?? '');
        }
        if ($rest !== '') {
            $socket->received($connection, $rest);
        }
    }

    /** Closes every client so that it reconnects at once: to the next process. */
    public function drain(): void
    {
        $this->draining = true;
        foreach ($this->channels as $channels) {
            foreach ($channels->clients() as $client) {
                $client->close($this->settings->shutdownCode, 'The server restarts');
            }
        }
    }

    private function welcome(App $app, Socket $socket, string $version): void
    {
        $channels = $this->channels[$app->id];
        $settings = $app->settings ?? $this->settings;
        $refusal = match (true) {
            $this->draining => [$this->settings->shutdownCode, 'The server restarts'],
            $version === '' => [ErrorCode::VERSION_MISSING, 'No protocol version supplied'],
            preg_match('/^\d{1,9}$/D', $version) !== 1 => [
                ErrorCode::VERSION_MALFORMED, 'Invalid version string format',
            ],
            (int) $version < 5 || (int) $version > 7 => [
                ErrorCode::VERSION_UNSUPPORTED, 'Unsupported protocol version: this server speaks 7 (and 5, 6)',
            ],
            $app->capacity !== null && $channels->countClients() >= $app->capacity => [
                ErrorCode::OVER_CAPACITY, 'The app has all the connections it may have',
            ],
            default => null,
        };
        if ($refusal !== null) {
            $this->refuse($socket, $refusal[0], $refusal[1]);

            return;
        }
        $client = new Client($this->socketId(), $app, $socket, $this->events[$app->id], $settings);
        $socket->handler = $client;
        $channels->add($client);
        $client->send(
            Outgoing::event(
                'pusher:connection_established',
                ['socket_id' => $client->id, 'activity_timeout' => $settings->activityTimeout],
            ),
        );
    }

    private function refuse(Socket $socket, int $code, string $message): void
    {
        ($this->refused)($message, ['code' => $code]);
        $socket->handler = new Refused;
        $socket->send(Outgoing::error($code, $message));
        $socket->close($code, $message);
    }

    private function appOf(string $path): ?App
    {
        $parts = explode('/app/', $path);
        $key = rawurldecode((string) array_pop($parts));
        $app = $this->apps->byKey($key);
        $prefix = trim(implode('/app/', $parts), '/');

        return $app !== null && ($prefix === '' || $prefix === $app->path) ? $app : null;
    }

    private function anyAllows(?string $origin): bool
    {
        foreach ($this->apps->apps as $app) {
            if ($app->allowsOrigin($origin)) {
                return true;
            }
        }

        return false;
    }

    /** Two numbers, as Pusher writes them; unguessable, because a signature is bound to it. */
    private function socketId(): string
    {
        return random_int(1, 1_000_000_000).'.'.random_int(1, 1_000_000_000);
    }
}
