<?php

declare(strict_types=1);

// The names are those of beyondcode/laravel-websockets where it has them: its file works as it is, and what is missing
// in it is as below.
return [
    'host' => env('LARAVEL_WEBSOCKETS_HOST', '0.0.0.0'),

    'dashboard' => [
        // Where websockets:serve listens.
        'port' => (int) env('LARAVEL_WEBSOCKETS_PORT', 6001),
    ],

    'apps' => [
        [
            'id' => env('PUSHER_APP_ID'),
            'name' => env('APP_NAME'),
            'key' => env('PUSHER_APP_KEY'),
            'secret' => env('PUSHER_APP_SECRET'),
            // What signs calls of the HTTP API, if it is to be another pair than what signs subscriptions.
            'api_key' => null,
            'api_secret' => null,
            // A prefix that clients may use before /app.
            'path' => env('PUSHER_APP_PATH'),
            // Most connections; null for as many as there can be.
            'capacity' => null,
            'enable_client_messages' => false,
            // The app's own, in place of those below; so with activity_timeout, pong_timeout, join_seconds,
            // max_message_bytes, max_message_members, max_presence_members, client_events_per_second and socket_bytes.
            'allowed_origins' => null,
        ],
    ],

    // Exact origins of pages (scheme, host and port), or host names; an empty list lets every page in.
    'allowed_origins' => [],

    // Body of one HTTP API request.
    'max_request_size_in_kb' => 250,

    // PHP's ssl context options, for wss:// without a proxy in front.
    'ssl' => [
        'local_cert' => env('LARAVEL_WEBSOCKETS_SSL_LOCAL_CERT'),
        'local_pk' => env('LARAVEL_WEBSOCKETS_SSL_LOCAL_PK'),
        'passphrase' => env('LARAVEL_WEBSOCKETS_SSL_PASSPHRASE'),
    ],

    // Beyond what laravel-websockets knows:

    'api' => [
        // unix:/path or HOST:PORT, where the HTTP API, /metrics and the whole of /health are for those who tend the
        // server.
        'address' => env('LARAVEL_WEBSOCKETS_API_ADDRESS', 'unix:'.storage_path('framework/websockets.sock')),
        // Whether the HTTP API is on the sockets' port too, where Pusher's libraries look for it. An app without
        // api_key and api_secret then signs with key and secret.
        'on_socket_port' => true,
    ],

    // s of silence before a client is pinged, and s it then has.
    'activity_timeout' => 120,
    'pong_timeout' => 30,

    // s in which a socket must hold a subscription that was signed for it, or have signed in; 0 where public channels
    // are enough.
    'join_seconds' => 0,

    // One WebSocket message, whatever its fragments, and the members of all objects in it.
    'max_message_bytes' => 65_536,
    'max_message_members' => 1_000,

    // Members of one presence channel: Pusher's limit.
    'max_presence_members' => 100,

    // Client events per connection; 0 for no limit. Pusher's limit.
    'client_events_per_second' => 10,

    // Bytes that a client may send on a socket; beyond them it is not read from until they are paid. null for no limit.
    // Each frame, each refused event and the telling of many others are charged besides; unjoined_burst counts until a
    // socket joins, where it must.
    'socket_bytes' => [
        'per_second' => 131_072, 'burst' => 524_288, 'frame' => 250, 'refused' => 2_048, 'unjoined_burst' => 16_384,
    ],

    // null: as many as the event loop and the descriptor limit allow.
    'max_connections' => null,

    // Most connections of one address (IPv6: of 64 bits); null for half of max_connections, 0 for no limit. Behind a
    // proxy all clients have its address: set 0 here and below, and let the proxy bound each client (nginx:
    // limit_conn).
    'connections_per_address' => null,

    // Most connections of one address that are in their handshake or have not joined; 0 for no limit.
    'unjoined_per_address' => 1_000,

    // Unsent bytes of one receiver, beyond which it is dropped.
    'receiver_buffer_bytes' => 4_194_304,

    // s that a shutdown may take, and the code that closes clients then. After 4100 to 4199 they come back in a second.
    // After 4200 to 4299 they come back at once: if the next server does not listen yet, pusher-js waits 15 s.
    'shutdown_seconds' => 10,
    'shutdown_close_code' => 4101,
];
