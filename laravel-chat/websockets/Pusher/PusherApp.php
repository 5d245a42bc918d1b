<?php

declare(strict_types=1);

namespace WebSockets\Pusher;

use App\Origins;

/** An app of the Pusher protocol: who may connect to it, and what its clients must keep to. */
final readonly class PusherApp
{
    /**
     * @param  string  $key  that pages know
     * @param  string  $secret  that signs their subscriptions
     * @param  Origins  $origins  of pages that may connect
     * @param  int  $activityTimeout  s of silence after which a client is pinged
     * @param  int  $pongTimeout  s it then has to answer
     * @param  int  $joinSeconds  s in which a client must hold a signed subscription
     */
    public function __construct(
        public string $key,
        public string $secret,
        public Origins $origins = new Origins,
        public int $activityTimeout = 120,
        public int $pongTimeout = 30,
        public int $joinSeconds = 10,
    ) {
    }

    /**
     * Whether a client holds Pusher's signature (HMAC-SHA256) of its subscription. Compared in constant time.
     *
     * @param  mixed  $auth  as the client sent it: "key:signature"
     */
    public function isSignature(mixed $auth, string $signed): bool
    {
        return is_string($auth) && hash_equals("{$this->key}:".hash_hmac('sha256', $signed, $this->secret), $auth);
    }
}
