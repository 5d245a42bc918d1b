<?php

declare(strict_types=1);

namespace Tests\WebSockets;

use PHPUnit\Framework\TestCase;
use Tests\WebSockets\Harness\ServeProcess;

final class LibrariesTest extends TestCase
{
    public function test_pusher_js_laravel_echo_and_ws_work_unchanged(): void
    {
        $root = dirname(__DIR__, 3);
        if (! is_dir("{$root}/node_modules/laravel-echo")) {
            $this->markTestSkipped('the npm packages are not installed: npm ci');
        }
        $serve = new ServeProcess;
        try {
            exec('PATH='.escapeshellarg("{$root}/node_modules/.bin:".getenv('PATH')).' node '.escapeshellarg(__DIR__.'/libraries.mjs')." {$serve->port} {$serve->folder}/loop.sock 2>&1", $said, $status);
        } finally {
            $serve->end();
        }
        $this->assertSame(0, $status, implode("\n", $said));
        $this->assertCount(5, preg_grep('/^ok /', $said) ?: []);
    }
}
