<?php

declare(strict_types=1);

// One GET without a session, as a fresh worker answers it: php call.php PATH [HOST]

use Illuminate\Contracts\Http\Kernel;
use Illuminate\Http\Request;

require dirname(__DIR__, 2).'/vendor/autoload.php';

$app = require dirname(__DIR__, 2).'/bootstrap/app.php';
$server = ['REQUEST_METHOD' => 'GET', 'REQUEST_URI' => $argv[1], 'HTTP_HOST' => $argv[2] ?? 'localhost:8000'];
$response = $app->make(Kernel::class)->handle(new Request([], [], [], [], [], $server));

echo $response->getStatusCode(), ' ', $response->getContent();
