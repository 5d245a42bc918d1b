<?php

declare(strict_types=1);

namespace App\Broadcasting;

use App\Protection\CircuitBreaker;
use CurlHandle;
use Illuminate\Broadcasting\BroadcastException;
use InvalidArgumentException;
use WebSockets\Server\Address;

/** A client of the Pusher HTTP API, signed as Pusher's "REST API reference: authentication" says. */
final class PusherApi
{
    public const SOCKET_ID = '/^\d{1,20}\.\d{1,20}\z/';

    private const GUARDED_CHANNEL = '/^(?:private|presence)-[A-Za-z0-9_\-=@,.;]{1,190}\z/';

    private ?CurlHandle $curl = null;

    /**
     * @param  string  $key  that pages know, with the secret that signs their subscriptions
     * @param  string  $apiKey  with the secret that signs the calls
     * @param  int  $connectTimeout  ms
     * @param  int  $timeout  ms for the whole call
     * @param  int  $timeoutWhileOpen  ms for the whole call while the circuit breaker is open, since another worker has just waited in vain: the server has the request
     *   all the same and takes it when it goes on
     */
    public function __construct(
        public readonly string $id,
        public readonly string $key,
        private readonly string $secret,
        private readonly string $apiKey,
        private readonly string $apiSecret,
        private readonly Address $address,
        private readonly int $connectTimeout,
        private readonly int $timeout,
        private readonly int $timeoutWhileOpen,
        private readonly CircuitBreaker $breaker,
        private readonly string $scheme = 'http',
    ) {
    }

    /** @param  array{id: string, key: string, secret: string, api_key: string, api_secret: string, address: string, scheme: string, connect_timeout: int, timeout: int, timeout_while_open: int}  $config */
    public static function fromConfig(array $config, CircuitBreaker $breaker): self
    {
        return new self(
            $config['id'], (string) $config['key'], (string) $config['secret'], (string) $config['api_key'], (string) $config['api_secret'],
            Address::fromText($config['address']), $config['connect_timeout'], $config['timeout'], $config['timeout_while_open'], $breaker, $config['scheme'],
        );
    }

    /**
     * Signs that a socket may subscribe, and never anything else: the same secret signs whatever has the form of what is signed.
     *
     * @param  string  $channel  private or presence
     * @return string `key:signature`, which a client hands to the server
     *
     * @throws InvalidArgumentException where one of them is no socket id or no name of such a channel
     */
    public function channelAuth(string $socketId, string $channel, ?string $channelData = null): string
    {
        if (preg_match(self::SOCKET_ID, $socketId) !== 1 || preg_match(self::GUARDED_CHANNEL, $channel) !== 1) {
            throw new InvalidArgumentException('Only a socket id and the name of a private or presence channel are signed.');
        }
        $signed = $socketId.':'.$channel.($channelData === null ? '' : ':'.$channelData);

        return $this->key.':'.hash_hmac('sha256', $signed, $this->secret);
    }

    /** @param  string  $data  JSON */
    public function trigger(string $channel, string $name, string $data): void
    {
        $this->call('POST', '/events', self::json(['name' => $name, 'channels' => [$channel], 'data' => $data]));
    }

    public static function json(mixed $data): string
    {
        return json_encode($data, JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES);
    }

    /**
     * A signed call below /apps/ID.
     *
     * @param  'GET'|'POST'  $method
     * @return array<string, mixed> the JSON object answered
     *
     * @throws BroadcastException with what went wrong: no answer in time, another one than 2xx, or no JSON object
     */
    public function call(string $method, string $path, string $body = ''): array
    {
        $path = "/apps/{$this->id}{$path}";
        $answer = $this->fetch($method, $path.'?'.$this->signature($method, $path, $body), $body);
        $decoded = json_decode($answer, true);

        return is_array($decoded) ? $decoded : throw new BroadcastException("{$method} on the WebSocket server at {$this->address}: no JSON object");
    }

    /**
     * @param  'GET'|'POST'  $method
     * @return string the body answered
     *
     * @throws BroadcastException
     */
    public function fetch(string $method, string $pathAndQuery, string $body = ''): string
    {
        $this->curl ??= curl_init() ?: throw new BroadcastException('curl cannot be started.');
        $isAllowed = $this->breaker->allows();
        $timeout = $isAllowed ? $this->timeout : min($this->timeout, $this->timeoutWhileOpen);
        curl_setopt_array($this->curl, [
            CURLOPT_URL => $this->scheme.'://'.($this->address->path === null ? $this->address : 'localhost').$pathAndQuery,
            CURLOPT_CUSTOMREQUEST => $method,
            CURLOPT_POSTFIELDS => $body,
            CURLOPT_HTTPHEADER => ['Content-Type: application/json', 'Expect:'],
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_CONNECTTIMEOUT_MS => min($this->connectTimeout, $timeout),
            CURLOPT_TIMEOUT_MS => $timeout,
            CURLOPT_NOSIGNAL => true,
        ] + ($this->address->path === null ? [] : [CURLOPT_UNIX_SOCKET_PATH => $this->address->path]));
        $answer = curl_exec($this->curl);
        $status = curl_getinfo($this->curl, CURLINFO_RESPONSE_CODE);
        if (curl_errno($this->curl) !== CURLE_OPERATION_TIMEDOUT) {
            $this->breaker->close();
        } elseif ($isAllowed) {
            $this->breaker->open();
        }
        if (curl_errno($this->curl) === CURLE_COULDNT_CONNECT) {
            throw new BroadcastException("Nothing listens at {$this->address}: is the WebSocket server (artisan websockets:serve) running?");
        }
        if (! is_string($answer) || $status < 200 || $status > 299) {
            throw new BroadcastException("{$method} on the WebSocket server at {$this->address}: ".(curl_error($this->curl) ?: "status {$status}"), $status);
        }

        return $answer;
    }

    private function signature(string $method, string $path, string $body): string
    {
        // Of no body there is no digest: servers leave it out when they check.
        $query = "auth_key={$this->apiKey}&auth_timestamp=".time().'&auth_version=1.0'.($body === '' ? '' : '&body_md5='.md5($body));

        return $query.'&auth_signature='.hash_hmac('sha256', "{$method}\n{$path}\n{$query}", $this->apiSecret);
    }
}
