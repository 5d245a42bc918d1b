<?php

declare(strict_types=1);

namespace App\Broadcasting;

use App\SettingRefused;

/**
 * The WebSocket servers that may stand behind the chat. Only this file says what each of them can: other code asks for
 * an ability, never for a name.
 */
enum SocketServer: string
{
    /** The chat's own event loop: artisan websockets:serve. */
    case ChannelServer = 'channel-server';

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
            self::ChannelServer => "/sessions/{$sessionHandle}/terminate_connections",
            self::Reverb => "/users/{$userId}/terminate_connections",
            default => null,
        };
    }
}
