<?php

declare(strict_types=1);

namespace WebSockets\Pusher;

use App\Contract;
use stdClass;

/** An event that a client sent, its outer shape checked; `data` is still anything. */
final class ClientEvent
{
    private function __construct(
        public readonly string $event,
        public readonly ?string $channel,
        public readonly mixed $data,
    ) {
    }

    /** @return self|null null where the payload is no event */
    public static function parse(string $payload): ?self
    {
        // The event is around its data, and PHP counts the innermost value as well.
        $message = json_decode($payload, depth: Contract::limit('jsonDepthMax') + 2);
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
        $depth = Contract::limit('jsonDepthMax') + 1;
        $data = is_string($this->data) ? json_decode($this->data, depth: $depth) : $this->data;

        return $data instanceof stdClass ? $data : null;
    }
}
