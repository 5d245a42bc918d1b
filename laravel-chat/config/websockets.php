<?php

declare(strict_types=1);

use App\Contract;
use App\Http\Origins;
use App\WholeNumber;
use ChannelServer\Pusher\ErrorCode;

$contract = Contract::load();
$limited = env('CHAT_LIMITS', 'on') !== 'off';

// For websockets:serve; what each means: packages/channel-server/config/websockets.php.
return [
    'host' => env('CHAT_HOST') ?: '127.0.0.1',

    'dashboard' => [
        'port' => WholeNumber::of('CHAT_SOCKET_PORT', env('CHAT_SOCKET_PORT') ?: env('LARAVEL_WEBSOCKETS_PORT'), 6001, 0, 65535),
    ],

    // The first app's presence-chat is the chat.
    'apps' => [
        [
            'id' => env('PUSHER_APP_ID', 'chat'),
            'name' => env('APP_NAME', 'Laravel chat'),
            'key' => env('PUSHER_APP_KEY'),
            'secret' => env('PUSHER_APP_SECRET'),
            // What signs calls of the HTTP API: not what pages and the endpoint for their subscriptions know.
            'api_key' => env('CHAT_API_KEY'),
            'api_secret' => env('CHAT_API_SECRET'),
            'path' => env('PUSHER_APP_PATH'),
            'capacity' => env('PUSHER_APP_CAPACITY'),
            'enable_client_messages' => true,
        ],
    ],

    // Exact origins of pages (scheme, host and port), or host names; an empty list lets every page in.
    'allowed_origins' => Origins::of((string) (env('CHAT_HOST') ?: '127.0.0.1'), WholeNumber::of('CHAT_PORT', env('CHAT_PORT'), 8000, 0, 65535), (string) env('CHAT_ORIGINS', '')),

    // Body of one HTTP API request.
    'max_request_size_in_kb' => 250,

    // For wss:// without a proxy in front.
    'ssl' => [
        'local_cert' => env('LARAVEL_WEBSOCKETS_SSL_LOCAL_CERT'),
        'local_pk' => env('LARAVEL_WEBSOCKETS_SSL_LOCAL_PK'),
        'passphrase' => env('LARAVEL_WEBSOCKETS_SSL_PASSPHRASE'),
    ],

    'api' => [
        // unix:/path or HOST:PORT, where HTTP workers and supervisors reach the HTTP API, /metrics and the whole of /health.
        'address' => env('CHAT_API_ADDRESS', 'unix:'.env('CHAT_DATA', dirname(__DIR__).'/var').'/loop.sock'),
        // As laravel-websockets has it: the HTTP API on the sockets' port too. An app without api_key and api_secret then signs with key and secret.
        'on_socket_port' => env('CHAT_API_ON_SOCKET_PORT') == 1,
    ],

    // One WebSocket message, whatever its fragments.
    'max_message_bytes' => (int) $contract->limit('frameMaxBytes'),
    'max_message_members' => (int) $contract->limit('jsonMaxMembers'),

    // Members of one presence channel, Pusher's limit; the chat's own tells counts and changes alone, and has none.
    'max_presence_members' => 100,

    // s of silence before a client is pinged, and s it then has.
    'activity_timeout' => (int) env('CHAT_ACTIVITY_TIMEOUT', 120),
    'pong_timeout' => (int) env('CHAT_PONG_TIMEOUT', 30),

    // s in which a socket must have joined a channel that was signed for it; 0 lets those stay that subscribe to public channels alone.
    'join_seconds' => (int) $contract->limit('joinSeconds'),

    // Client events per connection on channels other than the chat's (error 4301 beyond).
    'client_events_per_second' => $limited ? 10 : 0,

    'socket_bytes' => $limited ? [
        'per_second' => $contract->limit('socketBytesPerSecond'),
        'burst' => $contract->limit('socketBytesBurst'),
        'frame' => $contract->limit('socketFrameBytes'),
        'refused' => $contract->limit('refusedMessageBytes'),
        'unjoined_burst' => $contract->limit('unjoinedBytesBurst'),
    ] : null,

    // null: as many as the event loop and the descriptor limit allow.
    'max_connections' => env('CHAT_MAX_CONNECTIONS') === null ? null : (int) env('CHAT_MAX_CONNECTIONS'),

    // The contract bounds those who have not joined, and the sockets of a user.
    'connections_per_address' => 0,

    'unjoined_per_address' => $limited ? (int) $contract->limit('unjoinedPerAddressMax') : 0,

    'receiver_buffer_bytes' => (int) $contract->limit('receiverBufferMaxBytes'),

    // Of the contract: come back at once.
    'shutdown_close_code' => ErrorCode::RECONNECT,

    'shutdown_seconds' => $contract->limit('shutdownMaxMs') / 1000,
];
