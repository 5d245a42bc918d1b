<?php

declare(strict_types=1);

namespace WebSockets;

use App\Origins;
use InvalidArgumentException;
use WebSockets\Cluster\RedisUrl;

/** The settings of websockets:serve, from its options and config/. Limits that both chats share are the contract's. */
final class Settings
{
    /**
     * @param  non-empty-list<string>  $hosts  addresses to listen on: a browser may take 127.0.0.1 or ::1 for localhost
     * @param  string  $api  path of the unix socket where the HTTP API, metrics and the full health are
     * @param  string  $key  that pages know, with the secret that signs their subscriptions
     * @param  Origins  $origins  of pages that may connect
     * @param  bool  $gathering  false sends every message as an event of its own (the lab's baseline)
     * @param  int  $activityTimeout  s of silence after which a client is pinged
     * @param  int  $pongTimeout  s it then has to answer
     * @param  int  $joinSeconds  s in which a client must hold a signed subscription
     * @param  int  $maxConnections  of clients; the event loop may carry fewer
     * @param  ?string  $redis  URL of the Redis by which several processes are one chat; null: this one is alone
     * @param  string  $app  names the chat among those of that Redis
     * @param  bool  $forceSelect  whether to use stream_select though a better event loop is there
     */
    public function __construct(
        public readonly array $hosts,
        public readonly int $port,
        public readonly string $api,
        public readonly string $key,
        public readonly string $secret,
        public readonly Origins $origins = new Origins,
        public readonly bool $rateLimits = true,
        public readonly bool $gathering = true,
        public readonly int $activityTimeout = 120,
        public readonly int $pongTimeout = 30,
        public readonly int $joinSeconds = 10,
        public readonly int $maxConnections = 1_000_000,
        public readonly bool $forceSelect = false,
        public readonly ?string $redis = null,
        public readonly string $app = 'chat',
    ) {
    }

    /** @return array<string, string> what is missing, by the variable to set; empty where it can start */
    public function problems(): array
    {
        $needed = [
            'PUSHER_APP_KEY' => $this->key, 'PUSHER_APP_SECRET' => $this->secret, 'CHAT_API_SOCKET' => $this->api,
        ];
        $problems = array_map(
            static fn (): string => 'is empty: set this variable of the environment',
            array_filter($needed, static fn (string $value): bool => $value === ''),
        );
        try {
            $this->redis === null || new RedisUrl($this->redis);
        } catch (InvalidArgumentException $refused) {
            $problems['REDIS_URL'] = $refused->getMessage();
        }

        return $problems;
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
