<?php

declare(strict_types=1);

namespace Tests\Feature;

use Tests\Client;
use Tests\TestCase;

final class PageTest extends TestCase
{
    protected function setUp(): void
    {
        parent::setUp();
        $web = config('chat.data').'/web';
        is_dir($web.'/transport') || mkdir($web.'/transport', recursive: true);
        file_put_contents($web.'/index.html', '<!doctype html>');
        file_put_contents($web.'/transport/pusher.js', 'export {}');
        is_dir($web.'/test') || mkdir($web.'/test');
        file_put_contents($web.'/test/chat.test.js', 'x');
        file_put_contents($web.'/package.json', '{}');
        file_put_contents($web.'/.secret.js', 'x');
        file_put_contents(dirname($web).'/outside.js', 'x');
        config(['chat.web' => $web]);
    }

    public function test_the_page_comes_with_a_policy_that_names_the_socket_and_allows_nothing_inline(): void
    {
        $answer = $this->client()->get('/')->is(200);

        $this->assertSame('<!doctype html>', $answer->body());
        $this->assertSame('text/html; charset=utf-8', $answer->header('Content-Type'));
        $this->assertStringContainsString("connect-src 'self' ws://127.0.0.1:6001 ", (string) $answer->header('Content-Security-Policy'));
        $this->assertStringContainsString("default-src 'none'", (string) $answer->header('Content-Security-Policy'));
        $this->assertStringNotContainsString('unsafe', (string) $answer->header('Content-Security-Policy'));
        $this->assertNull(Client::cookie($answer));
    }

    public function test_only_files_of_the_page_are_sent(): void
    {
        foreach (['/web/', '/web/nope.js', '/web/../outside.js', '/web/%2e%2e/outside.js', '/web/transport', '/web/.secret.js',
            '/web/transport/../../outside.js', '/web//etc/passwd', '/web/%00', '/web/index.html%00.js', '/web/index.html',
            '/web/test/chat.test.js', '/web//test/chat.test.js', '/web/package.json'] as $path) {
            $this->client()->get($path)->fails(404, 'not_found');
        }
    }
}
