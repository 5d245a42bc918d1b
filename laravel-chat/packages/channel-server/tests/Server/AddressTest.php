<?php

declare(strict_types=1);

namespace ChannelServer\Tests\Server;

use ChannelServer\Server\Address;
use InvalidArgumentException;
use PHPUnit\Framework\TestCase;

final class AddressTest extends TestCase
{
    public function test_an_address_is_a_port_or_a_unix_socket(): void
    {
        $tcp = Address::fromText('127.0.0.1:6002');
        $this->assertSame(['tcp://127.0.0.1:6002', 'http://127.0.0.1:6002', null], [$tcp->stream(), $tcp->http(), $tcp->path]);
        $this->assertSame(['tcp://[::1]:1', '[::1]:1'], [Address::fromText('[::1]:1')->stream(), (string) Address::tcp('::1', 1)]);
        $unix = Address::fromText('unix:/run/loop.sock');
        $this->assertSame(['unix:///run/loop.sock', 'http://localhost', '/run/loop.sock', 'unix:/run/loop.sock'], [$unix->stream(), $unix->http(), $unix->path, (string) $unix]);
    }

    public function test_an_address_of_another_machine_is_none_of_this_one(): void
    {
        $this->assertTrue(Address::tcp('127.0.0.1', 1)->isOfThisMachine());
        $this->assertFalse(Address::tcp('192.0.2.1', 1)->isOfThisMachine());
    }

    public function test_localhost_is_two_addresses_and_any_other_stands_alone(): void
    {
        $beside = static fn (string $host): ?string => Address::tcp($host, 1)->beside(2)?->stream();
        $both = ['tcp://[::1]:2', 'tcp://127.0.0.1:2', 'tcp://[::1]:2'];
        $this->assertSame($both, array_map($beside, ['127.0.0.1', '::1', '0.0.0.0']));
        $this->assertSame([null, null, null], array_map($beside, ['::', '192.0.2.1', '127.0.0.2']));
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
