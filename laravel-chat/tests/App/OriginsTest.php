<?php

declare(strict_types=1);

namespace Tests\App;

use App\Origins;
use PHPUnit\Framework\TestCase;

final class OriginsTest extends TestCase
{
    public function test_the_page_is_accepted_from_localhost_127_0_0_1_and_the_host_that_serves_it(): void
    {
        $this->assertSame(['http://localhost:8000', 'http://127.0.0.1:8000'], Origins::allowed('127.0.0.1', 8000, ''));
        $this->assertSame(['http://localhost:8000', 'http://127.0.0.1:8000', 'http://10.0.0.7:8000'], Origins::allowed('10.0.0.7', 8000, ''));
        $this->assertSame(['http://localhost:8000', 'http://127.0.0.1:8000', 'http://[::1]:8000'], Origins::allowed('::1', 8000, ''));
    }

    public function test_a_browser_omits_port_80(): void
    {
        $this->assertSame(['http://localhost', 'http://127.0.0.1'], Origins::allowed('127.0.0.1', 80, ''));
    }

    public function test_further_origins_are_comma_separated(): void
    {
        $this->assertSame(
            ['http://localhost:8000', 'http://127.0.0.1:8000', 'https://a.example', 'https://b.example:444'],
            Origins::allowed('127.0.0.1', 8000, ' https://a.example, https://b.example:444,,'),
        );
    }
}
