<?php

declare(strict_types=1);

namespace WebSockets\Pusher;

use WebSockets\Server\HttpRefused;
use WebSockets\Server\HttpRequest;
use WebSockets\Settings;

/** Pusher's HMAC-SHA256 signatures, compared in constant time. */
final class Signature
{
    // How far the clocks may be apart, and how long a recorded request could be played again: Pusher's own 600 s.
    private const WINDOW_SECONDS = 600;

    /** @param  mixed  $auth what the client sent: "key:signature" */
    public static function signsChannel(Settings $settings, mixed $auth, string $signed): bool
    {
        return is_string($auth)
            && hash_equals($settings->key.':'.hash_hmac('sha256', $signed, $settings->secret), $auth);
    }

    /**
     * Checks a request of the HTTP API.
     *
     * @param  int  $now  Unix time
     *
     * @throws HttpRefused 401 with the reason
     */
    public static function check(Settings $settings, HttpRequest $request, int $now): void
    {
        $query = $request->query();
        if (! hash_equals($settings->key, $query['auth_key'] ?? '')) {
            throw self::refused('auth_key is not the API key of this app');
        }
        if (($query['auth_version'] ?? '') !== '1.0') {
            throw self::refused('auth_version must be 1.0');
        }
        $time = $query['auth_timestamp'] ?? '';
        if (preg_match('/^\d{1,12}$/D', $time) !== 1 || abs($now - (int) $time) > self::WINDOW_SECONDS) {
            throw self::refused(
                'auth_timestamp is more than '.self::WINDOW_SECONDS.' s away from the clock of this server',
            );
        }
        $signature = $query['auth_signature'] ?? '';
        unset($query['auth_signature']);
        $pairs = [];
        foreach ($query as $name => $value) {
            $pairs[strtolower((string) $name)] = strtolower((string) $name)."=$value";
        }
        ksort($pairs, SORT_STRING);
        $signed = $request->method."\n".$request->path()."\n".implode('&', $pairs);
        if (! hash_equals(hash_hmac('sha256', $signed, $settings->secret), $signature)) {
            throw self::refused('auth_signature does not match');
        }
        if ($request->body !== '' && ! hash_equals(md5($request->body), $query['body_md5'] ?? '')) {
            throw self::refused('body_md5 does not match the body');
        }
    }

    private static function refused(string $why): HttpRefused
    {
        return new HttpRefused(401, 'unauthorized', "The signature is not valid: $why.");
    }
}
