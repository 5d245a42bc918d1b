<?php

declare(strict_types=1);

namespace ChannelServer\Pusher;

use ChannelServer\Server\HttpRefused;
use ChannelServer\Server\HttpRequest;

/** Pusher's HMAC-SHA256 signatures, compared in constant time. */
final class Signature
{
    // How far the clocks may be apart, and how long a recorded request could be played again: Pusher's own 600 s.
    private const WINDOW_SECONDS = 600;

    /** @param  mixed  $auth what the client sent: "key:signature" */
    public static function signsChannel(App $app, mixed $auth, string $socketId, string $channel, ?string $channelData): bool
    {
        return self::matches($app, $auth, "$socketId:$channel".($channelData === null ? '' : ":$channelData"));
    }

    public static function signsUser(App $app, mixed $auth, string $socketId, string $userData): bool
    {
        return self::matches($app, $auth, "$socketId::user::$userData");
    }

    /**
     * Checks a request of the HTTP API but for its body, which need not be there yet.
     *
     * @throws HttpRefused 401 with the reason
     */
    public static function checkHead(App $app, HttpRequest $request, int $now): void
    {
        $query = $request->query();
        if ($app->apiSecret === '' || ! hash_equals($app->apiKey, $query['auth_key'] ?? '')) {
            throw self::refused('auth_key is not the API key of this app');
        }
        if (($query['auth_version'] ?? '') !== '1.0') {
            throw self::refused('auth_version must be 1.0');
        }
        $time = $query['auth_timestamp'] ?? '';
        if (preg_match('/^\d{1,12}$/D', $time) !== 1 || abs($now - (int) $time) > self::WINDOW_SECONDS) {
            throw self::refused('auth_timestamp is more than '.self::WINDOW_SECONDS.' s away from the clock of this server');
        }
        $signature = $query['auth_signature'] ?? '';
        unset($query['auth_signature']);
        $pairs = [];
        foreach ($query as $name => $value) {
            $pairs[strtolower((string) $name)] = strtolower((string) $name)."=$value";
        }
        ksort($pairs, SORT_STRING);
        $signed = $request->method."\n".$request->path()."\n".implode('&', $pairs);
        if (! hash_equals(hash_hmac('sha256', $signed, $app->apiSecret), $signature)) {
            throw self::refused('auth_signature does not match');
        }
    }

    /**
     * The body against the digest that the signature covers.
     *
     * @throws HttpRefused 401
     */
    public static function checkBody(HttpRequest $request): void
    {
        if ($request->body !== '' && ! hash_equals(md5($request->body), $request->query()['body_md5'] ?? '')) {
            throw self::refused('body_md5 does not match the body');
        }
    }

    private static function matches(App $app, mixed $auth, string $signed): bool
    {
        return is_string($auth) && hash_equals($app->key.':'.hash_hmac('sha256', $signed, $app->secret), $auth);
    }

    private static function refused(string $why): HttpRefused
    {
        return new HttpRefused(401, 'unauthorized', "The signature is not valid: $why.");
    }
}
