<?php

declare(strict_types=1);

namespace ChannelServer;

/** The server's own figures as Prometheus text. */
final class Metrics
{
    public static function text(PusherLoop $server): string
    {
        $connections = $channels = $events = [];
        foreach ($server->apps() as $app) {
            $of = $server->channels($app);
            $label = 'app="'.addcslashes($app->id, "\\\"\n").'"';
            $connections["{{$label}}"] = $of->countClients();
            $channels["{{$label}}"] = count($of->all());
            $events["{{$label},from=\"api\"}"] = $of->published;
            $events["{{$label},from=\"client\"}"] = $of->clientEvents;
        }
        $errors = [];
        foreach ($server->errors as $code => $count) {
            $errors["{code=\"$code\"}"] = $count;
        }

        return self::metric('channel_server_connections', 'gauge', 'Connected clients', $connections)
            .self::metric('channel_server_channels', 'gauge', 'Occupied channels', $channels)
            .self::metric('channel_server_events_total', 'counter', 'Events taken, by who sent them', $events)
            .self::metric('channel_server_buffered_bytes', 'gauge', 'Bytes that wait for receivers', ['' => $server->connections->buffered])
            .self::metric('channel_server_loop_lag_seconds', 'gauge', 'How late the last timer of the event loop ran', ['' => $server->lag])
            .self::metric('channel_server_errors_total', 'counter', 'What was refused or dropped, by code', $errors);
    }

    /** @param  array<string, int|float>  $values  by labels */
    private static function metric(string $name, string $type, string $help, array $values): string
    {
        $text = "# HELP $name $help\n# TYPE $name $type\n";
        foreach ($values as $labels => $value) {
            $text .= "$name$labels $value\n";
        }

        return $text;
    }
}
