<?php

declare(strict_types=1);

use App\Http\CookieHeader;
use Illuminate\Contracts\Http\Kernel;
use Illuminate\Http\Request;

define('LARAVEL_START', microtime(true));

header_remove('X-Powered-By'); // where expose_php is on

require __DIR__.'/../bootstrap/queue-time.php';

require __DIR__.'/../vendor/autoload.php';

$app = require __DIR__.'/../bootstrap/app.php';

// Request::capture() would decode a JSON body by PHP's rules and let a POST pose as another method: the contract allows neither.
$request = new Request($_GET, $_POST, [], CookieHeader::parse((string) ($_SERVER['HTTP_COOKIE'] ?? '')), [], $_SERVER);

$kernel = $app->make(Kernel::class);
$response = $kernel->handle($request)->send();
$kernel->terminate($request, $response);
