<?php

declare(strict_types=1);

namespace Tests\WebSockets\Pusher;

use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\TestCase;
use WebSockets\Pusher\Incoming;

final class IncomingTest extends TestCase
{
    // A message frame's most: larger ones never get here.
    private const FRAME_BYTES = 65_536;

    /** @return array<string, array{string}> texts of 2,000 characters that look like members once they are JSON */
    public static function texts(): array
    {
        return ['colons' => [str_repeat(':', 2000)], 'quoted colons' => [str_repeat('":', 1000)], 'escapes' => [str_repeat('\\":\\', 500)], 'emoji and colons' => [str_repeat('😀:', 1000)]];
    }

    #[DataProvider('texts')]
    public function test_a_text_may_be_full_of_what_looks_like_members(string $text): void
    {
        foreach ([0, JSON_UNESCAPED_UNICODE] as $flags) {
            foreach ([['text' => $text], (string) json_encode(['text' => $text], $flags)] as $data) {
                $incoming = Incoming::parse((string) json_encode(['event' => 'client-message', 'data' => $data], $flags), 256);
                $this->assertSame($text, $incoming?->object()->text ?? null);
            }
        }
    }

    public function test_an_event_has_up_to_256_members(): void
    {
        $event = static fn (int $members): string => '{"event":"x","data":{'.implode(',', array_map(static fn (int $i): string => "\"{$i}\" : 1", range(1, $members - 2))).'}}';
        $this->assertNotNull(Incoming::parse($event(256), 256));
        $this->assertNull(Incoming::parse($event(257), 256));
    }

    public function test_the_members_of_data_in_a_string_are_counted_too(): void
    {
        $data = '{'.implode(',', array_map(static fn (int $i): string => "\"{$i}\":1", range(1, 257))).'}';
        $this->assertNull(Incoming::parse((string) json_encode(['event' => 'x', 'data' => $data]), 256)?->object());
    }

    /** @return array<string, array{string}> */
    public static function costly(): array
    {
        $colliding = [];
        for ($i = 0; $i < 4096; $i++) {
            // "Ez" and "FY" have the same hash in PHP, so have all strings of them.
            $colliding[] = '"'.strtr(str_pad(decbin($i), 12, '0', STR_PAD_LEFT), ['0' => 'Ez', '1' => 'FY']).'":0';
        }

        return [
            'colliding keys' => ['{"event":"x","data":{'.substr(implode(',', $colliding), 0, self::FRAME_BYTES - 100).'":0}}'],
            'colliding keys in a string' => [(string) json_encode(['event' => 'x', 'data' => '{'.implode(',', array_slice($colliding, 0, 2000)).'}'])],
            'strings that never end' => ['{"data":'.str_repeat('":\\', 21_000)],
            'escaped quotes that never end' => ['{"data":"'.str_repeat('\\":', 21_000)],
            'empty keys' => ['{'.str_repeat('"":1,', 13_000).'}'],
        ];
    }

    #[DataProvider('costly')]
    public function test_a_frame_that_is_made_to_cost_much_costs_little(string $frame): void
    {
        $used = self::cpuMs();
        for ($i = 0; $i < 20; $i++) {
            Incoming::parse($frame, 256)?->object();
        }
        // Colliding keys cost 10 to 40 ms a frame where they are decoded, a search that starts over at each quote a second.
        $this->assertLessThan(100, self::cpuMs() - $used);
    }

    private static function cpuMs(): float
    {
        $used = getrusage() ?: [];

        return ($used['ru_utime.tv_sec'] ?? 0) * 1000 + ($used['ru_utime.tv_usec'] ?? 0) / 1000;
    }
}
