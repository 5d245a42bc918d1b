<?php

declare(strict_types=1);

namespace ChannelServer\Pusher;

use JsonException;
use stdClass;

/** What the application signed about the member of a presence channel. */
final class ChannelData
{
    private const USER_ID_BYTES = 128;

    // A newcomer gets the user_info of 100 members in one event, which must fit the receiver's buffer. Pusher allows 1 KB.
    private const USER_INFO_BYTES = 16_384;

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
        $isId = (is_string($id) && $id !== '' && strlen($id) <= self::USER_ID_BYTES) || is_int($id);
        if (! $data instanceof stdClass || ! $isId) {
            throw SubscriptionRefused::malformed('channel_data needs a user_id');
        }

        $info = $data->user_info ?? null;
        try {
            $bytes = strlen(Outgoing::json($info));
        } catch (JsonException) {
            throw SubscriptionRefused::malformed('user_info has a number that is beyond every double');
        }

        if ($bytes > self::USER_INFO_BYTES) {
            throw SubscriptionRefused::malformed('user_info has more than '.self::USER_INFO_BYTES.' bytes');
        }

        return new self((string) $id, $info, $data);
    }
}
