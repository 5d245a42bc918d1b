<?php

declare(strict_types=1);

namespace ChannelServer\Pusher;

/** An address that an application wants to be told at what happens on its channels. */
final class Webhook
{
    public const EVENTS = ['channel_occupied', 'channel_vacated', 'member_added', 'member_removed', 'client_event', 'cache_miss'];

    /**
     * @param  non-empty-string  $url
     * @param  list<string>  $events  the names of those that it is told of
     */
    public function __construct(public readonly string $url, public readonly array $events = self::EVENTS)
    {
    }

    /** @param  mixed  $settings  an address, or {url, events} */
    public static function fromConfig(mixed $settings): ?self
    {
        $url = is_array($settings) ? $settings['url'] ?? null : $settings;
        if (! is_string($url) || $url === '') {
            return null;
        }

        return new self($url, is_array($settings) && isset($settings['events']) ? array_values(array_map(strval(...), (array) $settings['events'])) : self::EVENTS);
    }

    /** Why nobody can be told there; null where somebody can. */
    public function problem(): ?string
    {
        if (! in_array(parse_url($this->url, PHP_URL_SCHEME), ['http', 'https'], true) || ! is_string(parse_url($this->url, PHP_URL_HOST))) {
            return "{$this->url} is no http:// or https:// address";
        }
        $unknown = array_diff($this->events, self::EVENTS);

        return $unknown === [] ? null : implode(', ', $unknown).': there are '.implode(', ', self::EVENTS);
    }
}
