<?php

declare(strict_types=1);

namespace ChannelServer;

/** The server's own figures as Prometheus text. */
final class Metrics
{
    public static function text(PusherLoop $server): string
    {
        $text = '';
        foreach ([
            'channel_server_connections' => ['Connected clients', $server->countClients()],
            'channel_server_buffered_bytes' => ['Bytes that wait for receivers', $server->connections->buffered],
            'channel_server_loop_lag_seconds' => ['How late the last timer of the event loop ran', $server->lag],
        ] as $name => [$help, $value]) {
            $text .= "# HELP $name $help\n# TYPE $name gauge\n$name $value\n";
        }
        $text .= "# HELP channel_server_errors_total What was refused or dropped, by code\n# TYPE channel_server_errors_total counter\n";
        foreach ($server->errors as $code => $count) {
            $text .= "channel_server_errors_total{code=\"$code\"} $count\n";
        }

        return $text;
    }
}
