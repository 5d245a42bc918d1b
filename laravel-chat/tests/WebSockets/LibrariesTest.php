<?php

declare(strict_types=1);

namespace Tests\WebSockets;

use PHPUnit\Framework\TestCase;
use Tests\WebSockets\Harness\ServeProcess;

final class LibrariesTest extends TestCase
{
    public function test_laravel_echo_is_told_who_is_here_who_joins_and_who_leaves(): void
    {
        $root = dirname(__DIR__, 3);
        if (! is_dir("{$root}/node_modules/laravel-echo")) {
            $this->markTestSkipped('the npm packages are not installed: npm ci');
        }
        $serve = new ServeProcess;
        try {
            exec('PATH='.escapeshellarg("{$root}/node_modules/.bin:".getenv('PATH')).' node '.escapeshellarg(__DIR__.'/libraries.mjs')." {$serve->port} 2>&1", $said, $status);
        } finally {
            $serve->end();
        }
        $this->assertSame(0, $status, implode("\n", $said));
    }
}
