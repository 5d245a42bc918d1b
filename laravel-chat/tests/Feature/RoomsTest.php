<?php

declare(strict_types=1);

namespace Tests\Feature;

use PHPUnit\Framework\TestCase;
use Symfony\Component\Finder\Finder;

final class RoomsTest extends TestCase
{
    public function test_the_chat_knows_no_transport_and_no_sql(): void
    {
        $root = dirname(__DIR__, 2);
        $others = '/\b(?:App\\\\(?:Http|Broadcasting|Store|Models)|WebSockets\\\\(?!Chat)|Illuminate\\\\(?:Http|Database)|ChannelServer|Pusher\\\\)/';
        foreach (Finder::create()->files()->name('*.php')->in(["{$root}/app/Chat", "{$root}/websockets/Chat"]) as $file) {
            preg_match_all('/^use (.+);$/m', $file->getContents(), $imports);
            $this->assertSame([], array_values(preg_grep($others, $imports[1]) ?: []), $file->getPathname());
        }
    }
}
