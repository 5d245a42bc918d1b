<?php

declare(strict_types=1);

use Illuminate\Contracts\Http\Kernel;
use Illuminate\Http\Request;

header_remove('X-Powered-By'); // where expose_php is on

// A client sends again after 5 s without an answer. A worker refuses what waited longer than this, and boots no
// framework for it. nginx sets X-Request-Start to `t=SECONDS` when the request arrives. Without it (infra/up --load) the
// worker refuses nothing.
const PATIENCE_SECONDS = 3.0;

(static function (): void {
    $path = parse_url($_SERVER['REQUEST_URI'] ?? '', PHP_URL_PATH);
    if (($_SERVER['REQUEST_METHOD'] ?? '') !== 'POST' || ! in_array($path, ['/messages', '/login'], true)) {
        return;
    }
    $start = substr($_SERVER['HTTP_X_REQUEST_START'] ?? '', strlen('t='));
    if (! is_numeric($start) || microtime(true) - (float) $start <= PATIENCE_SECONDS) {
        return;
    }
    $json = (string) file_get_contents(__DIR__.'/../../contract/contract.json');
    $contract = json_decode($json, true, flags: JSON_THROW_ON_ERROR);
    ['status' => $status, 'message' => $message] = $contract['errors']['too_many_connections'];
    http_response_code($status);
    header('Content-Type: application/json');
    header('Cache-Control: no-store');
    header('X-Content-Type-Options: nosniff');
    header('Retry-After: 1');
    echo json_encode(['error' => ['code' => 'too_many_connections', 'message' => $message]], JSON_THROW_ON_ERROR);
    exit;
})();

require __DIR__.'/../vendor/autoload.php';

$app = require __DIR__.'/../bootstrap/app.php';

$kernel = $app->make(Kernel::class);
$response = $kernel->handle($request = Request::capture())->send();
$kernel->terminate($request, $response);
