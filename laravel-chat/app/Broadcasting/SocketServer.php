<?php

declare(strict_types=1);

namespace App\Broadcasting;

use App\SettingRefused;
use ChannelServer\Laravel\ChannelServerServiceProvider;
use Composer\InstalledVersions;
use LaravelWebSocketsBridge\LaravelWebSocketsServiceProvider;

/**
 * The WebSocket servers that may stand behind the chat. Only this file says what each of them can: other code asks for
 * an ability, never for a name.
 */
enum SocketServer: string
{
    /** packages/channel-server, with the chat upon it. */
    case ChannelServer = 'channel-server';

    /** beyondcode/laravel-websockets, by packages/laravel-websockets-bridge. */
    case LaravelWebSockets = 'laravel-websockets';

    case Reverb = 'reverb';

    case Soketi = 'soketi';

    /** Pusher's own service, and whatever else speaks its protocol. */
    case Pusher = 'pusher';

    /** @throws SettingRefused where there is no such server */
    public static function named(string $name): self
    {
        $names = implode(', ', array_column(self::cases(), 'value'));

        return self::tryFrom($name) ?? throw new SettingRefused("CHAT_SOCKET_SERVER is {$name}: it takes {$names}.");
    }

    /**
     * What brings `artisan websockets:serve`.
     *
     * @return string the class of a service provider
     *
     * @throws SettingRefused where its package is not installed
     */
    public function provider(): string
    {
        if ($this !== self::LaravelWebSockets) {
            return ChannelServerServiceProvider::class;
        }

        if (! InstalledVersions::isInstalled('chat-twins/laravel-websockets-bridge')) {
            $how = 'docs/websocket-servers.md says how';
            throw new SettingRefused("CHAT_SOCKET_SERVER is laravel-websockets, which is not installed: {$how}.");
        }

        return LaravelWebSocketsServiceProvider::class;
    }

    public static function chosen(): self
    {
        return self::named(config('chat.socket_server'));
    }

    /**
     * Which of the chat's features it carries: clients do without the others.
     *
     * @return list<string> of `features` in contract.json
     */
    public function features(): array
    {
        return match ($this) {
            self::ChannelServer => ['presence', 'typing', 'welcome', 'socketSend', 'metrics'],
            self::LaravelWebSockets => ['socketSend'],
            default => [],
        };
    }

    /** Whether it answers the chat's own calls beside Pusher's, which know users and sessions, health and metrics. */
    public function answersTheChat(): bool
    {
        return $this === self::ChannelServer;
    }

    /**
     * The call of its HTTP API that closes the sockets of a session which has ended. Pusher's own call names a user who
     * signed in by `pusher:signin`, which pages of the chat do not do. Reverb closes that user's sockets in presence
     * channels.
     *
     * @return ?string a path below /apps/ID; null where there is none
     */
    public function closingCall(string $sessionHandle, string $userId): ?string
    {
        return match ($this) {
            self::ChannelServer, self::LaravelWebSockets => "/sessions/{$sessionHandle}/terminate_connections",
            self::Reverb => "/users/{$userId}/terminate_connections",
            default => null,
        };
    }
}
