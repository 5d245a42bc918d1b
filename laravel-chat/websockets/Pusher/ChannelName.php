<?php

declare(strict_types=1);

namespace WebSockets\Pusher;

/** Rules for names of channels. */
final class ChannelName
{
    /** The rule in words, for error messages. Pusher has the same length. */
    public const RULE = 'A channel name is 1 to 164 of the characters A-Z, a-z, 0-9, _ - = @ , . ;';

    public static function isValid(mixed $name): bool
    {
        return is_string($name) && preg_match('/^[A-Za-z0-9_\-=@,.;]{1,164}$/D', $name) === 1;
    }

    public static function needsAuth(string $name): bool
    {
        return str_starts_with($name, 'private-') || self::isPresence($name);
    }

    public static function isPresence(string $name): bool
    {
        return str_starts_with($name, 'presence-');
    }
}
