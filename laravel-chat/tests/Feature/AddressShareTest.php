<?php

declare(strict_types=1);

namespace Tests\Feature;

use App\Http\AddressShare;
use PHPUnit\Framework\TestCase;

final class AddressShareTest extends TestCase
{
    public function test_the_addresses_of_an_ipv6_line_have_one_share_those_of_two_lines_two(): void
    {
        $own = AddressShare::of('2001:db8::1');
        foreach (['2001:db8::2', '2001:db8:0:0:ffff:ffff:ffff:ffff', '2001:0DB8::'] as $other) {
            $this->assertSame($own, AddressShare::of($other), $other);
        }
        foreach (['2001:db8:0:1::1', '2001:db9::1', '::1', '2001:db8'] as $other) {
            $this->assertNotSame($own, AddressShare::of($other), $other);
        }
    }

    public function test_an_ipv4_address_is_its_own_share_however_it_is_written(): void
    {
        foreach (['192.0.2.7', '::ffff:192.0.2.7', '::ffff:c000:207', '0:0:0:0:0:ffff:192.0.2.7'] as $written) {
            $this->assertSame('192.0.2.7', AddressShare::of($written), $written);
        }
        $this->assertNotSame(AddressShare::of('::ffff:192.0.2.7'), AddressShare::of('::ffff:192.0.2.8'));
        $this->assertSame('', AddressShare::of(''));
    }
}
