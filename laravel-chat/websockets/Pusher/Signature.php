<?php

declare(strict_types=1);

namespace WebSockets\Pusher;

use WebSockets\Settings;

/** Pusher's HMAC-SHA256 signature of a subscription, compared in constant time. */
final class Signature
{
    /** @param  mixed  $auth what the client sent: "key:signature" */
    public static function signsChannel(Settings $settings, mixed $auth, string $signed): bool
    {
        return is_string($auth)
            && hash_equals($settings->key.':'.hash_hmac('sha256', $signed, $settings->secret), $auth);
    }
}
