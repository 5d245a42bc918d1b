<?php

declare(strict_types=1);

namespace WebSockets;

/** The loop's own figures, under the names of contract.json. An HTTP worker adds them up, and says what they mean. */
final class Metrics
{
    public static function text(ChatServer $server): string
    {
        $figures = $server->chat->figures;
        $text = '';
        foreach ([
            'chat_connections' => $server->pusher->countClients(),
            'chat_users_online' => $server->chat->presence->count(),
            'chat_messages_stored_total' => $figures->messagesStored,
            'chat_deliveries_total' => $figures->deliveries,
            'chat_window_messages' => $figures->windowMessages,
            'chat_window_seconds' => $figures->windowSeconds,
            'chat_insert_seconds' => $figures->insertSeconds,
            'chat_buffered_bytes' => $server->connections->buffered,
            'chat_loop_lag_seconds' => $server->health->lag,
        ] as $name => $value) {
            $text .= is_object($value) ? $value->text($name) : "$name $value\n";
        }
        foreach ($figures->errors as $code => $count) {
            $text .= "chat_errors_total{code=\"$code\"} $count\n";
        }

        return $text;
    }
}
