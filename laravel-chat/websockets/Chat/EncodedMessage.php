<?php

declare(strict_types=1);

namespace WebSockets\Chat;

use App\Chat\Message;
use App\Clock;
use App\JsonText;
use stdClass;

/** A stored message as the loop hands it on: as JSON, encoded once. */
final readonly class EncodedMessage
{
    /** @param  float  $since  when it reached the loop, in seconds of the Clock */
    public function __construct(
        public int $id,
        public string $userId,
        public string $clientId,
        public string $json,
        public float $since,
        public int $rev = 0,
    ) {
    }

    /** @param  float  $since  when it reached the loop, in seconds of the Clock */
    public static function fromMessage(Message $message, float $since): self
    {
        return new self(
            $message->id, $message->userId, $message->clientId, JsonText::of($message->toArray()), $since,
            (int) $message->rev,
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
        return new self($one->id, $one->user->id, $one->clientId, $json, Clock::now(), (int) ($one->rev ?? 0));
    }
}
