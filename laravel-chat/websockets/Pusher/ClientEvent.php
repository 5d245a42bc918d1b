<?php

declare(strict_types=1);

namespace WebSockets\Pusher;

use stdClass;

/** An event that a client sent, its outer shape checked; `data` is still anything. */
final class ClientEvent
{
    private const DEPTH = 64;

    private function __construct(
        public readonly string $event,
        public readonly ?string $channel,
        public readonly mixed $data,
    ) {
    }

    /** @return self|null null where the payload is no event */
    public static function parse(string $payload): ?self
    {
        $message = json_decode($payload, depth: self::DEPTH);
        if (! $message instanceof stdClass || ! is_string($message->event ?? null)) {
            return null;
        }
        $channel = $message->channel ?? null;
        if ($channel !== null && ! is_string($channel)) {
            return null;
        }

        return new self($message->event, $channel, $message->data ?? null);
    }

    /** The data as an object, whether it came as one or as a JSON string; null where it is neither. */
    public function object(): ?stdClass
    {
        $data = is_string($this->data) ? json_decode($this->data, depth: self::DEPTH) : $this->data;

        return $data instanceof stdClass ? $data : null;
    }
}
