<?php

declare(strict_types=1);

use App\Http\Origins;

// The names are those of beyondcode/laravel-websockets where it has them.
return [
    'host' => env('CHAT_HOST', '127.0.0.1'),

    'dashboard' => [
        // The port of websockets:serve; there is no dashboard, /metrics and websockets:status tell what it would.
        'port' => (int) env('CHAT_SOCKET_PORT', env('LARAVEL_WEBSOCKETS_PORT', 6001)),
    ],

    // The first app's presence-chat is the chat. `path` is a prefix clients may use before /app; `host` is for clients, not for us.
    'apps' => [
        [
            'id' => env('PUSHER_APP_ID', 'chat'),
            'name' => env('APP_NAME', 'Laravel chat'),
            'key' => env('PUSHER_APP_KEY'),
            'secret' => env('PUSHER_APP_SECRET'),
            // What signs calls of the HTTP API: not what pages and the endpoint for their subscriptions know.
            'api_key' => env('CHAT_API_KEY'),
            'api_secret' => env('CHAT_API_SECRET'),
            'host' => env('PUSHER_APP_HOST'),
            'path' => env('PUSHER_APP_PATH'),
            'capacity' => env('PUSHER_APP_CAPACITY'),
            'enable_client_messages' => true,
        ],
    ],

    // Exact origins of pages (scheme, host and port), or host names; an empty list lets every page in.
    'allowed_origins' => Origins::of((string) env('CHAT_HOST', '127.0.0.1'), (int) env('CHAT_PORT', 8000), (string) env('CHAT_ORIGINS', '')),

    // Body of one HTTP API request.
    'max_request_size_in_kb' => 250,

    // For wss:// without a proxy in front.
    'ssl' => [
        'local_cert' => env('LARAVEL_WEBSOCKETS_SSL_LOCAL_CERT'),
        'local_pk' => env('LARAVEL_WEBSOCKETS_SSL_LOCAL_PK'),
        'passphrase' => env('LARAVEL_WEBSOCKETS_SSL_PASSPHRASE'),
    ],

    // Beyond what laravel-websockets knows:

    'api' => [
        // unix:/path or HOST:PORT, where HTTP workers and supervisors reach the HTTP API, /metrics and the whole of /health.
        'address' => env('CHAT_API_ADDRESS', 'unix:'.env('CHAT_DATA', dirname(__DIR__).'/var').'/loop.sock'),
        // As laravel-websockets has it: the HTTP API on the sockets' port too. An app without api_key and api_secret then signs with key and secret.
        'on_socket_port' => env('CHAT_API_ON_SOCKET_PORT') == 1,
    ],

    // One WebSocket message, whatever its fragments: limits.frameMaxBytes of the contract.
    'max_message_bytes' => 65_536,

    // Members of one presence channel, Pusher's limit; the chat's own tells counts and changes alone, and has none.
    'max_presence_members' => 100,

    // s of silence before a client is pinged, and s it then has.
    'activity_timeout' => (int) env('CHAT_ACTIVITY_TIMEOUT', 120),
    'pong_timeout' => (int) env('CHAT_PONG_TIMEOUT', 30),

    // True lets sockets stay that nothing was signed for: those that subscribe to public channels alone.
    'anonymous_clients' => false,

    // Client events per connection on channels other than the chat's (error 4301 beyond).
    'client_events_per_second' => 10,

    // null: as many as the event loop and the descriptor limit allow.
    'max_connections' => env('CHAT_MAX_CONNECTIONS') === null ? null : (int) env('CHAT_MAX_CONNECTIONS'),

    // False sends every message as an event of its own, the baseline that the window is measured against; for the lab alone.
    'gathering' => ! (env('CHAT_LAB') == 1 && env('CHAT_WINDOW') === 'off'),
];
