<?php

declare(strict_types=1);

namespace WebSockets\Wire;

use ChannelServer\PusherLoop;
use WebSockets\Chat\Figures;
use WebSockets\Chat\Presence;

/** The loop's own figures as Prometheus text, under the names of contract.json. */
final class Metrics
{
    /** @param  array<string, array{type: string, help: string}>  $metrics of contract.json */
    public function __construct(
        private readonly array $metrics,
        private readonly Figures $figures,
        private readonly Presence $online,
    ) {
    }

    public function text(PusherLoop $server): string
    {
        $figures = $this->figures;
        $text = '';
        foreach ([
            'chat_connections' => $server->countClients(),
            'chat_users_online' => $this->online->count(),
            'chat_messages_stored_total' => $figures->stored,
            'chat_deliveries_total' => $figures->deliveries,
            'chat_window_messages' => $figures->windowMessages,
            'chat_window_seconds' => $figures->windowSeconds,
            'chat_insert_seconds' => $figures->insertSeconds,
            'chat_buffered_bytes' => $server->connections->buffered,
            'chat_loop_lag_seconds' => $server->lag,
        ] as $name => $value) {
            $text .= $this->head($name).(is_object($value) ? $value->text($name) : "$name $value\n");
        }
        $text .= $this->head('chat_errors_total');
        foreach ($figures->errors as $code => $count) {
            $text .= "chat_errors_total{code=\"$code\"} $count\n";
        }

        return $text;
    }

    private function head(string $name): string
    {
        return "# HELP $name {$this->metrics[$name]['help']}\n# TYPE $name {$this->metrics[$name]['type']}\n";
    }
}
