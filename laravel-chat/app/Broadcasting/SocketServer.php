<?php

declare(strict_types=1);

namespace App\Broadcasting;

use App\SettingRefused;

/** The server that holds the sockets. Only this file lists what each can: other code asks for an ability. */
enum SocketServer: string
{
    /** The chat's own event loop: artisan websockets:serve. */
    case Loop = 'loop';

    /** Any server of the Pusher protocol, at PUSHER_HOST. */
    case Pusher = 'pusher';

    /** @throws SettingRefused where there is no such server */
    public static function named(string $name): self
    {
        return self::tryFrom($name)
            ?? throw new SettingRefused("CHAT_SOCKET_SERVER is {$name}: it takes loop or pusher.");
    }

    public static function chosen(): self
    {
        return self::named(config('chat.socket_server'));
    }

    /** @return list<string> of `features` in contract.json: clients do without the others */
    public function features(): array
    {
        return match ($this) {
            self::Loop => ['presence', 'typing', 'welcome', 'socketSend', 'metrics'],
            self::Pusher => [],
        };
    }
}
