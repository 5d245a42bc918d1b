<?php

declare(strict_types=1);

namespace Tests\App\Http;

use Tests\TestCase;

/** The page as this server sends it; contract/features/page.test.js has what every server's page promises. */
final class PageTest extends TestCase
{
    public function test_the_policy_of_the_page_names_the_socket(): void
    {
        $policy = (string) $this->client()->get('/')->assertStatus(200)->headers->get('Content-Security-Policy');

        $this->assertStringContainsString("connect-src 'self' ws://127.0.0.1:6001 ", $policy);
        $this->assertStringContainsString("default-src 'none'", $policy);
    }
}
