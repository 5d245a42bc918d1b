<?php

declare(strict_types=1);

namespace WebSockets\Pusher;

use App\JsonText;
use WebSockets\WebSocket\Frame;

/** Events from server to client, as finished WebSocket frames: encoded once, however many receive them. */
final class ServerEvent
{
    /** @param  mixed  $data sent as a JSON string, as protocol 7 wants of the server's own events */
    public static function frame(string $event, mixed $data, ?string $channel = null): string
    {
        return self::frameOfJson($event, JsonText::of($data), $channel);
    }

    /** @param  string  $data  JSON */
    public static function frameOfJson(string $event, string $data, ?string $channel = null): string
    {
        return Frame::text(
            JsonText::of(['event' => $event] + ($channel === null ? [] : ['channel' => $channel]) + ['data' => $data]),
        );
    }

    /** @param  int|null  $code null for what has no code of its own */
    public static function error(?int $code, string $message): string
    {
        return Frame::text(
            JsonText::of(['event' => 'pusher:error', 'data' => ['code' => $code, 'message' => $message]]),
        );
    }

    public static function subscriptionError(string $channel, SubscriptionRefused $refused): string
    {
        return Frame::text(JsonText::of([
            'event' => 'pusher:subscription_error', 'channel' => $channel,
            'data' => ['type' => $refused->type, 'error' => $refused->getMessage(), 'status' => $refused->status]
                + ($refused->errorCode === null ? [] : ['code' => $refused->errorCode]),
        ]));
    }
}
