<?php

declare(strict_types=1);

// GETs without a session, as a fresh worker answers them: php call.php PATH ...

use Illuminate\Contracts\Http\Kernel;
use Illuminate\Http\Request;

require dirname(__DIR__, 2).'/vendor/autoload.php';

$app = require dirname(__DIR__, 2).'/bootstrap/app.php';
foreach (array_slice($argv, 1) as $path) {
    $server = ['REQUEST_METHOD' => 'GET', 'REQUEST_URI' => $path, 'HTTP_HOST' => 'localhost:8000'];
    $response = $app->make(Kernel::class)->handle(new Request([], [], [], [], [], $server));
    echo $response->getStatusCode(), ' ', $response->getContent(), "\n";
}
