<?php

declare(strict_types=1);

namespace WebSockets\Pusher;

use App\Origins;

/** An app of the Pusher protocol: who may connect to it, and what its clients must keep to. */
final readonly class PusherApp
{
    /**
     * @param  string  $key  pages know it
     * @param  string  $secret  it signs subscriptions; pages do not know it
     * @param  Origins  $origins  pages of these may connect
     * @param  int  $activityTimeout  a client that is silent for so many seconds is pinged
     */
    public function __construct(
        public string $key,
        public string $secret,
        public Origins $origins = new Origins,
        public int $activityTimeout = 120,
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
