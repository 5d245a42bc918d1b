<?php

declare(strict_types=1);

namespace ChannelServer\Pusher;

/**
 * One application of this server, with the names that beyondcode/laravel-websockets gives its settings. `key` and `secret` are what clients and
 * the endpoint that signs their subscriptions know; `apiKey` and `apiSecret` sign calls of the HTTP API, and should be others.
 */
final class App
{
    /**
     * @param  int|null  $capacity  most connections; null for no limit but the process's own
     * @param  list<string>  $allowedOrigins  exact origins (scheme, host, port) or bare host names; empty allows any
     * @param  Settings|null  $settings  its own; null for the server's
     */
    public function __construct(
        public readonly string $id,
        public readonly string $key,
        public readonly string $secret,
        public readonly string $name = '',
        public readonly string $path = '',
        public readonly ?int $capacity = null,
        public readonly bool $clientMessages = false,
        public readonly array $allowedOrigins = [],
        public readonly string $apiKey = '',
        public readonly string $apiSecret = '',
        public readonly ?Settings $settings = null,
    ) {
    }

    /**
     * @param  array<string, mixed>  $settings  one entry of config websockets.apps
     * @param  list<string>  $allowedOrigins
     */
    public static function fromConfig(array $settings, array $allowedOrigins, ?Settings $own = null): self
    {
        $text = static fn (string $key): string => is_scalar($settings[$key] ?? null) ? (string) $settings[$key] : '';
        $capacity = $settings['capacity'] ?? null;

        return new self(
            $text('id'), $text('key'), $text('secret'), $text('name'), trim($text('path'), '/'),
            is_numeric($capacity) ? (int) $capacity : null,
            filter_var($settings['enable_client_messages'] ?? false, FILTER_VALIDATE_BOOL),
            $allowedOrigins, $text('api_key'), $text('api_secret'), $own,
        );
    }

    /** A request without an Origin comes from no browser page, so there is nobody to protect. */
    public function allowsOrigin(?string $origin): bool
    {
        if ($origin === null || $this->allowedOrigins === [] || in_array($origin, $this->allowedOrigins, true)) {
            return true;
        }
        $host = parse_url($origin, PHP_URL_HOST);

        return is_string($host) && in_array($host, $this->allowedOrigins, true);
    }
}
