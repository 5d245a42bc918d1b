<?php

declare(strict_types=1);

namespace WebSockets\Pusher;

use App\Chat\ClientId;
use App\Chat\NewMessage;
use App\Chat\Text;
use App\ChatError;
use stdClass;

/** Reads a `client-message` by the rules of POST /messages. */
final class ClientMessage
{
    private const ECHOED_CLIENT_ID_CHARACTERS = 64;

    /**
     * @param  ?stdClass  $data  null where it was no object
     *
     * @throws ChatError with the first fault
     */
    public static function read(?stdClass $data, string $userId, string $userName): NewMessage
    {
        if ($data === null) {
            throw ChatError::badJson();
        }

        $text = Text::clean($data->text ?? null);

        return new NewMessage($userId, $userName, $text, ClientId::clean($data->clientId ?? null));
    }

    /** What an acknowledgement may repeat of the clientId that came, clean or not. */
    public static function echoOf(mixed $clientId): ?string
    {
        return is_string($clientId) && mb_strlen($clientId) <= self::ECHOED_CLIENT_ID_CHARACTERS ? $clientId : null;
    }
}
