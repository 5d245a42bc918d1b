<?php

declare(strict_types=1);

return [
    'default' => env('DB_CONNECTION') ?: 'sqlite',

    'connections' => [
        'sqlite' => [
            'driver' => 'sqlite',
            'database' => (require __DIR__.'/chat.php')['data'].'/chat.sqlite',
            // ms to wait for another writer, in all tries less than the 5 s that the contract gives a send
            'busy_timeout' => 1200,
            'options' => [PDO::ATTR_PERSISTENT => true],
        ],
        'mysql' => [
            'driver' => 'mysql',
            'host' => env('DB_HOST') ?: '127.0.0.1',
            'port' => (int) (env('DB_PORT') ?: 3306),
            'unix_socket' => env('DB_SOCKET', ''),
            'database' => env('DB_DATABASE') ?: 'chat',
            'username' => env('DB_USERNAME') ?: 'chat',
            'password' => env('DB_PASSWORD', ''),
            'charset' => 'utf8mb4',
            'collation' => 'utf8mb4_bin',
            // Seconds. A server that hangs costs a read on the persistent connection and one on a new one: together
            // less than the 5 that the contract gives a send. Longer than lock_wait_timeout, so that waiting for a
            // lock is not taken for a server that hangs.
            'read_timeout' => 2,
            'lock_wait_timeout' => 1,
            'idle_transaction_timeout' => 3, // no transaction of ours pauses
            'options' => [
                PDO::ATTR_TIMEOUT => 1, // to connect
                PDO::ATTR_PERSISTENT => true,
                PDO::ATTR_EMULATE_PREPARES => true, // one round trip a query in place of two
            ],
        ],
    ],

    'migrations' => 'migrations',
];
