<?php

declare(strict_types=1);

namespace WebSockets;

/** The loop's own figures as Prometheus text, under the names of contract.json. */
final class Metrics
{
    /** @param  array<string, array{type: string, help: string}>  $metrics of contract.json */
    public static function text(ChatServer $server, array $metrics): string
    {
        $figures = $server->chat->figures;
        $text = '';
        foreach ([
            'chat_connections' => $server->pusher->countClients(),
            'chat_users_online' => $server->chat->presence->count(),
            'chat_messages_stored_total' => $figures->stored,
            'chat_deliveries_total' => $figures->deliveries,
            'chat_window_messages' => $figures->windowMessages,
            'chat_window_seconds' => $figures->windowSeconds,
            'chat_insert_seconds' => $figures->insertSeconds,
            'chat_buffered_bytes' => $server->connections->buffered,
            'chat_loop_lag_seconds' => $server->health->lag,
        ] as $name => $value) {
            $text .= self::head($metrics, $name).(is_object($value) ? $value->text($name) : "$name $value\n");
        }
        $text .= self::head($metrics, 'chat_errors_total');
        foreach ($figures->errors as $code => $count) {
            $text .= "chat_errors_total{code=\"$code\"} $count\n";
        }

        return $text;
    }

    /** @param  array<string, array{type: string, help: string}>  $metrics */
    private static function head(array $metrics, string $name): string
    {
        return "# HELP $name {$metrics[$name]['help']}\n# TYPE $name {$metrics[$name]['type']}\n";
    }
}
