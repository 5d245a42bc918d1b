<?php

declare(strict_types=1);

namespace Tests\WebSockets\WebSocket;

use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\TestCase;
use WebSockets\WebSocket\Frame;
use WebSockets\WebSocket\FrameReader;
use WebSockets\WebSocket\ProtocolViolation;

final class FrameReaderTest extends TestCase
{
    private const LIMIT = 65_536;

    public function test_a_masked_text_frame_is_read(): void
    {
        $this->assertSame([[1, 'hello']], $this->read(self::frame(0x81, 'hello')));
    }

    /** @return array<int|string, array{int}> */
    public static function lengths(): array
    {
        return ['empty' => [0], 'one' => [1], '125' => [125], '126' => [126], '65535' => [65_535], '65536, the limit' => [65_536]];
    }

    #[DataProvider('lengths')]
    public function test_payloads_of_all_length_forms_are_read_wherever_they_are_cut(int $length): void
    {
        $payload = mb_strcut(str_repeat('äbc€', 20_000), 0, $length, 'UTF-8');
        $payload .= str_repeat('x', $length - strlen($payload));
        foreach ([1_000_000, 16_384, 7] as $size) {
            $this->assertSame([[1, $payload]], $this->read(self::frame(0x81, $payload), $size));
        }
    }

    public function test_frames_in_one_piece_come_one_after_the_other(): void
    {
        $this->assertSame([[1, 'a'], [9, 'ping'], [1, 'b']], $this->read(self::frame(0x81, 'a').self::frame(0x89, 'ping').self::frame(0x81, 'b')));
    }

    public function test_fragments_make_one_message_with_control_frames_between(): void
    {
        $bytes = self::frame(0x01, 'hel').self::frame(0x89, 'ping').self::frame(0x00, '').self::frame(0x8A, '').self::frame(0x80, 'lo');
        $this->assertSame([[9, 'ping'], [10, ''], [1, 'hello']], $this->read($bytes, 1));
    }

    public function test_a_character_may_be_cut_by_a_fragment_border(): void
    {
        $euro = '€';
        $this->assertSame([[1, $euro]], $this->read(self::frame(0x01, $euro[0]).self::frame(0x00, $euro[1]).self::frame(0x80, $euro[2])));
    }

    public function test_binary_need_not_be_utf8(): void
    {
        $this->assertSame([[2, "\xff\xfe"]], $this->read(self::frame(0x02, "\xff").self::frame(0x80, "\xfe")));
    }

    /** @return array<string, array{string, int}> */
    public static function violations(): array
    {
        return [
            'RSV1' => [self::frame(0xC1, 'x'), 1002],
            'RSV2' => [self::frame(0xA1, 'x'), 1002],
            'RSV3' => [self::frame(0x91, 'x'), 1002],
            'opcode 3' => [self::frame(0x83, 'x'), 1002],
            'opcode 7' => [self::frame(0x87, 'x'), 1002],
            'opcode 11' => [self::frame(0x8B, ''), 1002],
            'opcode 15' => [self::frame(0x8F, ''), 1002],
            'no mask' => ["\x81\x01x", 1002],
            'a ping in fragments' => [self::frame(0x09, 'x'), 1002],
            'a close in fragments' => [self::frame(0x08, ''), 1002],
            'a ping of 126 bytes' => [self::frame(0x89, str_repeat('x', 126)), 1002],
            'a continuation of nothing' => [self::frame(0x80, 'x'), 1002],
            'a new message inside another' => [self::frame(0x01, 'x').self::frame(0x81, 'y'), 1002],
            'a length with its highest bit' => ["\x81\xff\x80\x00\x00\x00\x00\x00\x00\x00mask", 1009],
            'a frame over the limit, its header alone' => ["\x81\xff\x00\x00\x00\x00\x00\x01\x00\x01", 1009],
            'a frame of 2^62 bytes' => ["\x81\xff\x40\x00\x00\x00\x00\x00\x00\x00", 1009],
            'fragments over the limit' => [self::frame(0x01, str_repeat('x', 40_000)).self::frame(0x00, str_repeat('x', 25_537)), 1009],
            'text that is not UTF-8' => [self::frame(0x81, "\xff"), 1007],
            'an overlong form' => [self::frame(0x81, "\xc0\xaf"), 1007],
            'a surrogate' => [self::frame(0x81, "\xed\xa0\x80"), 1007],
            'beyond U+10FFFF' => [self::frame(0x81, "\xf4\x90\x80\x80"), 1007],
            'text that ends within a character' => [self::frame(0x81, "\xe2\x82"), 1007],
            'a message that ends within a character' => [self::frame(0x01, "\xe2").self::frame(0x80, "\x82"), 1007],
            'fragments that together are not UTF-8' => [self::frame(0x01, "ok\xed\xa0").self::frame(0x80, 'x'), 1007],
        ];
    }

    #[DataProvider('violations')]
    public function test_a_frame_that_the_rfc_forbids_fails_with_its_close_code(string $bytes, int $code): void
    {
        foreach ([1_000_000, 1] as $size) {
            try {
                $this->read($bytes, $size);
                $this->fail('nothing was refused');
            } catch (ProtocolViolation $violation) {
                $this->assertSame($code, $violation->closeCode);
            }
        }
    }

    public function test_frames_to_clients_are_whole_and_not_masked(): void
    {
        $this->assertSame("\x81\x02hi", Frame::text('hi'));
        $this->assertSame("\x81\x7e\x00\x7e", substr(Frame::text(str_repeat('x', 126)), 0, 4));
        $this->assertSame("\x81\x7f\x00\x00\x00\x00\x00\x01\x00\x00", substr(Frame::text(str_repeat('x', 65_536)), 0, 10));
        $this->assertSame("\x88\x02\x03\xe8", Frame::close(1000));
        $this->assertSame("\x88\x00", Frame::close(null));
        $this->assertSame(127, strlen(Frame::close(1000, str_repeat('x', 500))));
        $this->assertTrue(mb_check_encoding(substr(Frame::close(1000, str_repeat('€', 100)), 4), 'UTF-8'));
    }

    private static function frame(int $first, string $payload): string
    {
        $length = strlen($payload);
        $header = chr($first).($length < 126 ? chr(0x80 | $length) : ($length < 65_536 ? "\xfe".pack('n', $length) : "\xff".pack('J', $length)));

        return $header.'mask'.($payload ^ str_repeat('mask', intdiv($length, 4) + 1));
    }

    /** @return list<array{int, string}> */
    private function read(string $bytes, int $size = 1_000_000): array
    {
        $reader = new FrameReader(self::LIMIT);
        $messages = [];
        foreach (str_split($bytes, max(1, $size)) as $piece) {
            $reader->feed($piece);
            while (($message = $reader->next()) !== null) {
                if ($message[0] !== Frame::CONTINUATION) {
                    $messages[] = $message;
                }
            }
        }

        return $messages;
    }
}
