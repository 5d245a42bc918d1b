<?php

declare(strict_types=1);

return [
    'default' => env('DB_CONNECTION', 'sqlite'),

    'connections' => [
        'sqlite' => [
            'driver' => 'sqlite',
            'database' => env('DB_DATABASE_FILE', env('CHAT_DATA', dirname(__DIR__).'/var').'/chat.sqlite'),
            'prefix' => '',
            'foreign_key_constraints' => true,
            // ms to wait for another writer; with the work itself below the 5 s that the contract allows
            'busy_timeout' => 3000,
        ],
        'mysql' => [
            'driver' => 'mysql',
            'host' => env('DB_HOST', '127.0.0.1'),
            'port' => (int) env('DB_PORT', 3306),
            'unix_socket' => env('DB_SOCKET', ''),
            'database' => env('DB_DATABASE', 'chat'),
            'username' => env('DB_USERNAME', 'chat'),
            'password' => env('DB_PASSWORD', ''),
            'charset' => 'utf8mb4',
            'collation' => 'utf8mb4_bin',
            'prefix' => '',
            'strict' => true,
            'engine' => 'InnoDB',
        ],
    ],

    'migrations' => 'migrations',
];
