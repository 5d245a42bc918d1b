<?php

declare(strict_types=1);

namespace WebSockets\Chat;

use App\Chat\ClientId;
use App\Chat\Text;
use App\ChatError;
use stdClass;

/** What a client's `client-message` holds, by the rules of POST /messages. */
final readonly class ClientMessage
{
    private const ECHOED_CLIENT_ID_CHARACTERS = 64;

    private function __construct(public string $text, public string $clientId)
    {
    }

    /**
     * @param  ?stdClass  $data  null where it was no object
     *
     * @throws ChatError with the first fault
     */
    public static function read(?stdClass $data, int $maxDepth): self
    {
        if ($data === null || self::isDeeperThan($maxDepth, $data)) {
            throw ChatError::badJson();
        }

        return new self(Text::clean($data->text ?? null), ClientId::clean($data->clientId ?? null));
    }

    /** What an acknowledgement may repeat of the clientId that came, clean or not. */
    public static function echoOf(mixed $clientId): ?string
    {
        return is_string($clientId) && mb_strlen($clientId) <= self::ECHOED_CLIENT_ID_CHARACTERS ? $clientId : null;
    }

    /** The frame was read more deeply than that, for its clientId belongs into the ack; the walk is bounded by what was read. */
    private static function isDeeperThan(int $levels, mixed $value): bool
    {
        if (! is_array($value) && ! $value instanceof stdClass) {
            return false;
        }
        if ($levels === 0) {
            return true;
        }
        foreach ((array) $value as $item) {
            if (self::isDeeperThan($levels - 1, $item)) {
                return true;
            }
        }

        return false;
    }
}
