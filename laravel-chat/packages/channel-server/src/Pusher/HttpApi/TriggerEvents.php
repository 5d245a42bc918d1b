<?php

declare(strict_types=1);

namespace ChannelServer\Pusher\HttpApi;

use ChannelServer\Pusher\ChannelName;
use ChannelServer\Pusher\Channels;
use ChannelServer\Pusher\EventName;
use ChannelServer\Pusher\Outgoing;
use ChannelServer\Server\HttpRefused;
use JsonException;
use stdClass;

/** POST /events and /batch_events. All of a call is checked before any of it is sent. */
final class TriggerEvents
{
    private const CHANNELS = 100;

    // Pusher's own bound.
    private const BATCH = 10;

    private readonly ShowChannels $show;

    public function __construct(private readonly Channels $channels)
    {
        $this->show = new ShowChannels($channels);
    }

    /** @return array<string, mixed>|object */
    public function one(stdClass $body): array|object
    {
        $trigger = $this->checked($body, $body->channels ?? (isset($body->channel) ? [$body->channel] : null));
        $this->send($trigger);
        if ($trigger['info'] === []) {
            return (object) [];
        }
        $infos = [];
        foreach ($trigger['channels'] as $name) {
            $infos[$name] = (object) $this->show->attributes($name, $trigger['info']);
        }

        return ['channels' => (object) $infos];
    }

    /** @return array<string, mixed>|object */
    public function batch(stdClass $body): array|object
    {
        $batch = $body->batch ?? null;
        if (! is_array($batch) || $batch === [] || count($batch) > self::BATCH) {
            throw self::invalid('batch must be a list of 1 to '.self::BATCH.' events');
        }
        $triggers = [];
        foreach ($batch as $event) {
            if (! $event instanceof stdClass) {
                throw self::invalid('every event of a batch must be an object');
            }
            $triggers[] = $this->checked($event, isset($event->channel) ? [$event->channel] : null);
        }
        $infos = [];
        $asked = false;
        foreach ($triggers as $trigger) {
            $this->send($trigger);
            $asked = $asked || $trigger['info'] !== [];
            $infos[] = (object) $this->show->attributes($trigger['channels'][0], $trigger['info']);
        }

        return $asked ? ['batch' => $infos] : (object) [];
    }

    /** @return array{name: string, channels: list<string>, data: string, socket: ?string, info: list<string>} */
    private function checked(stdClass $event, mixed $channels): array
    {
        $name = $event->name ?? null;
        if (! EventName::isValid($name)) {
            throw self::invalid(lcfirst(EventName::RULE));
        }
        if (! is_array($channels) || $channels === [] || count($channels) > self::CHANNELS) {
            throw self::invalid('channels must be a list of 1 to '.self::CHANNELS.' channel names');
        }
        foreach ($channels as $channel) {
            if (! ChannelName::isValid($channel)) {
                throw self::invalid(lcfirst(ChannelName::RULE));
            }
        }
        $socket = $event->socket_id ?? null;
        if ($socket !== null && (! is_string($socket) || preg_match('/^\d+\.\d+$/D', $socket) !== 1)) {
            throw self::invalid('socket_id must be two numbers with a dot between');
        }
        $data = $event->data ?? throw self::invalid('data is missing');
        try {
            $text = is_string($data) ? $data : Outgoing::json($data);
        } catch (JsonException) {
            throw self::invalid('data has a number that is beyond every double');
        }
        $info = $event->info ?? '';

        /** @var list<string> $channels */
        return [
            'name' => $name, 'channels' => array_values(array_unique($channels)), 'socket' => $socket,
            'data' => $text,
            'info' => is_string($info) ? ShowChannels::wanted($info) : throw self::invalid('info must be a string'),
        ];
    }

    /** @param  array{name: string, channels: list<string>, data: string, socket: ?string, ...}  $trigger */
    private function send(array $trigger): void
    {
        foreach ($trigger['channels'] as $channel) {
            $this->channels->publish($channel, $trigger['name'], $trigger['data'], $trigger['socket']);
        }
    }

    private static function invalid(string $why): HttpRefused
    {
        return new HttpRefused(400, 'invalid_event', "The event cannot be sent: $why.");
    }
}
