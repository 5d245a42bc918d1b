<?php

declare(strict_types=1);

namespace ChannelServer\Pusher;

/** What a channel's name says about it. */
final class ChannelName
{
    /** The rule in words, for error messages. Pusher has the same length. */
    public const RULE = 'A channel name is 1 to 164 of the characters A-Z, a-z, 0-9, _ - = @ , . ;';

    public static function isValid(mixed $name): bool
    {
        return is_string($name) && preg_match('/^#?[A-Za-z0-9_\-=@,.;]{1,164}$/D', $name) === 1;
    }

    public static function needsAuth(string $name): bool
    {
        return str_starts_with($name, 'private-') || self::isPresence($name);
    }

    public static function isPresence(string $name): bool
    {
        return str_starts_with($name, 'presence-');
    }

    public static function isEncrypted(string $name): bool
    {
        return str_starts_with($name, 'private-encrypted-');
    }

    /** Whether who subscribes late gets the channel's last event. */
    public static function isCache(string $name): bool
    {
        return preg_match('/^(?:private-|private-encrypted-|presence-)?cache-/', $name) === 1;
    }

    /** Pusher lets clients talk to each other where they are known, and where the server may read along. */
    public static function takesClientEvents(string $name): bool
    {
        return self::needsAuth($name) && ! self::isEncrypted($name);
    }
}
