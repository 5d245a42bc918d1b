<?php

declare(strict_types=1);

namespace WebSockets\Chat;

use App\Chat\Message;
use App\JsonText;
use stdClass;

/** A stored message as the loop hands it on: as JSON, encoded once. */
final readonly class EncodedMessage
{
    public function __construct(
        public int $id,
        public string $userId,
        public string $clientId,
        public string $json,
        public int $rev = 0,
    ) {
    }

    public static function fromMessage(Message $message): self
    {
        return new self(
            $message->id, $message->userId, $message->clientId, JsonText::of($message->toArray()), (int) $message->rev,
        );
    }

    /** @param  string  $json  as the store or another process gave it */
    public static function fromJson(string $json): self
    {
        return self::decoded(json_decode($json, flags: JSON_THROW_ON_ERROR), $json);
    }

    /**
     * @param  string  $data  of a `messages` event, as an HTTP worker announces it
     * @return list<self>
     */
    public static function fromEvent(string $data): array
    {
        /** @var list<stdClass> $messages */
        $messages = json_decode($data, flags: JSON_THROW_ON_ERROR)->messages;

        return array_map(static fn (stdClass $one): self => self::decoded($one, JsonText::of($one)), $messages);
    }

    /** @param  list<self>  $messages */
    public static function listOf(array $messages): string
    {
        return '['.implode(',', array_column($messages, 'json')).']';
    }

    private static function decoded(stdClass $one, string $json): self
    {
        return new self($one->id, $one->user->id, $one->clientId, $json, (int) ($one->rev ?? 0));
    }
}
