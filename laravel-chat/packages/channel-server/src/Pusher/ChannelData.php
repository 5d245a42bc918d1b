<?php

declare(strict_types=1);

namespace ChannelServer\Pusher;

use JsonException;
use stdClass;

/** What the application signed about the member of a presence channel. */
final class ChannelData
{
    private const USER_ID_BYTES = 128;

    private function __construct(
        public readonly string $userId,
        public readonly mixed $info,
        /** All that was signed: an application may sign more than Pusher asks for. */
        public readonly stdClass $signed,
    ) {
    }

    /** @throws SubscriptionRefused */
    public static function parse(mixed $json): self
    {
        if (! is_string($json)) {
            throw SubscriptionRefused::malformed('A presence channel needs channel_data, a JSON string');
        }
        try {
            $data = json_decode($json, false, 32, JSON_THROW_ON_ERROR);
        } catch (JsonException) {
            throw SubscriptionRefused::malformed('channel_data is not JSON');
        }
        $id = $data instanceof stdClass ? $data->user_id ?? null : null;
        if (! $data instanceof stdClass || (! is_string($id) && ! is_int($id)) || (string) $id === '' || strlen((string) $id) > self::USER_ID_BYTES) {
            throw SubscriptionRefused::malformed('channel_data needs a user_id');
        }

        return new self((string) $id, $data->user_info ?? null, $data);
    }
}
