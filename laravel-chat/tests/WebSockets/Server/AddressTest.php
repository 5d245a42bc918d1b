<?php

declare(strict_types=1);

namespace Tests\WebSockets\Server;

use InvalidArgumentException;
use PHPUnit\Framework\TestCase;
use WebSockets\Server\Address;

final class AddressTest extends TestCase
{
    public function test_an_address_is_a_port_or_a_unix_socket(): void
    {
        $tcp = Address::fromText('127.0.0.1:6002');
        $this->assertSame(['tcp://127.0.0.1:6002', null], [$tcp->stream(), $tcp->path]);
        $this->assertSame(['tcp://[::1]:1', '[::1]:1'], [Address::fromText('[::1]:1')->stream(), (string) Address::tcp('::1', 1)]);
        $unix = Address::fromText('unix:/run/loop.sock');
        $this->assertSame(['unix:///run/loop.sock', '/run/loop.sock', 'unix:/run/loop.sock'], [$unix->stream(), $unix->path, (string) $unix]);
    }

    public function test_anything_else_is_refused_by_name(): void
    {
        foreach (['', '6002', 'unix:', 'unix:run/x', 'unix:/'.str_repeat('x', 107), 'a:70000', 'a:b', '::1:1', 'http://a:1', "a:1\n"] as $text) {
            try {
                Address::fromText($text);
                $this->fail("took {$text}");
            } catch (InvalidArgumentException $refused) {
                $this->assertStringContainsString("{$text}: ", $refused->getMessage());
            }
        }
    }
}
