<?php

declare(strict_types=1);

namespace Tests\WebSockets\Fuzz;

/** Seeded nonsense: frames that are nearly right, events with the wrong thing at each place, requests with bytes flipped. */
final class Nonsense
{
    private const EVENTS = ['pusher:subscribe', 'pusher:unsubscribe', 'pusher:ping', 'pusher:pong', 'client-message', 'client-x', 'pusher_internal:x', 'unknown', ''];

    private const CHANNELS = ['presence-chat', 'presence-room', 'private-a', 'news', 'a b', ''];

    public function __construct(int $seed)
    {
        mt_srand($seed);
    }

    /** Bytes of one frame, more or less. */
    public function frame(string $socketId): string
    {
        return match (mt_rand(0, 9)) {
            0, 1, 2, 3 => self::masked(0x81, $this->event($socketId)),
            4 => self::masked(mt_rand(0, 255), $this->bytes(mt_rand(0, 200))),
            5 => $this->fragments($this->event($socketId)),
            6 => $this->flipped(self::masked(0x81, $this->event($socketId))),
            7 => self::masked(0x88 + mt_rand(0, 2), mt_rand(0, 1) === 1 ? pack('n', mt_rand(0, 5200)).$this->bytes(mt_rand(0, 130)) : $this->bytes(mt_rand(0, 130))),
            8 => self::masked([0x81, 0x01, 0x80, 0x82][mt_rand(0, 3)], $this->bytes(mt_rand(0, 70_000) >> mt_rand(0, 16))),
            default => mt_rand(0, 20) === 0 ? $this->bytes(mt_rand(1, 3000)) : self::masked(0x81, $this->text()),
        };
    }

    /** A request, more or less. */
    public function request(): string
    {
        $request = match (mt_rand(0, 3)) {
            0 => "GET /app/key?protocol=7 HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
            1 => "POST /apps/1/events?auth_key=key&auth_timestamp=1&auth_version=1.0&auth_signature=x HTTP/1.1\r\nHost: x\r\nContent-Length: 12\r\n\r\n".$this->bytes(12),
            2 => "POST /apps/1/events HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
            default => "GET /empty HTTP/1.0\r\n\r\n",
        };

        return match (mt_rand(0, 2)) {
            0 => $this->flipped($request),
            1 => substr($request, 0, mt_rand(1, strlen($request))),
            default => $request.$this->bytes(mt_rand(0, 50)),
        };
    }

    private function event(string $socketId): string
    {
        $channel = self::CHANNELS[mt_rand(0, count(self::CHANNELS) - 1)];
        $user = json_encode(mt_rand(0, 2) === 0 ? $this->value(3) : ['user_id' => (string) mt_rand(100, 120), 'user_info' => ['name' => 'fuzz'], 'session' => 'f']);
        $event = ['event' => self::EVENTS[mt_rand(0, count(self::EVENTS) - 1)], 'channel' => $channel, 'data' => match (mt_rand(0, 3)) {
            0 => $this->value(4),
            1 => ['text' => $this->text(), 'clientId' => 'f'.mt_rand()],
            2 => ['channel' => $channel, 'auth' => 'key:'.hash_hmac('sha256', "{$socketId}:{$channel}:{$user}", 'secret'), 'channel_data' => $user],
            default => ['channel' => $channel, 'auth' => 'key:'.hash_hmac('sha256', "{$socketId}:{$channel}", 'secret'), 'user_data' => $user],
        }];
        if (mt_rand(0, 4) === 0) {
            $event[['event', 'channel', 'data'][mt_rand(0, 2)]] = $this->value(3);
        }

        return (string) json_encode($event, JSON_INVALID_UTF8_SUBSTITUTE);
    }

    private function value(int $depth): mixed
    {
        return match (mt_rand(0, $depth > 0 ? 9 : 6)) {
            0 => null,
            1 => (bool) mt_rand(0, 1),
            2 => mt_rand(-5, PHP_INT_MAX >> mt_rand(0, 62)),
            3 => mt_rand() / 7,
            4 => $this->text(),
            5 => '',
            6 => 'presence-chat',
            7 => array_map(fn () => $this->value($depth - 1), range(0, mt_rand(0, 3))),
            default => ['channel' => $this->value($depth - 1), 'user_id' => $this->value($depth - 1), 'text' => $this->value($depth - 1), 'auth' => $this->value($depth - 1)],
        };
    }

    private function text(): string
    {
        return ['plain', '🙂 ünï', "a\0b", "\u{202e}x", str_repeat('x', 2001), '{"event":"pusher:ping"}', "\xff\xfe", '[[[['][mt_rand(0, 7)];
    }

    private function bytes(int $count): string
    {
        $bytes = '';
        for ($i = 0; $i < $count; $i += 4) {
            $bytes .= pack('N', mt_rand(0, 0xFFFFFFFF));
        }

        return substr($bytes, 0, $count);
    }

    private function fragments(string $payload): string
    {
        $pieces = str_split($payload, mt_rand(1, max(1, strlen($payload))));
        $frames = '';
        foreach ($pieces as $i => $piece) {
            $frames .= self::masked(($i === 0 ? 0x01 : 0x00) | ($i === count($pieces) - 1 ? 0x80 : 0), $piece);
            $frames .= mt_rand(0, 5) === 0 ? self::masked(0x89, 'between') : '';
        }

        return $frames;
    }

    private function flipped(string $bytes): string
    {
        for ($i = mt_rand(1, 4); $i > 0; $i--) {
            $at = mt_rand(0, strlen($bytes) - 1);
            $bytes[$at] = chr(ord($bytes[$at]) ^ (1 << mt_rand(0, 7)));
        }

        return $bytes;
    }

    private static function masked(int $first, string $payload): string
    {
        $length = strlen($payload);
        $header = chr($first).($length < 126 ? chr(0x80 | $length) : ($length < 65_536 ? "\xfe".pack('n', $length) : "\xff".pack('J', $length)));

        return $header.'mask'.($payload ^ str_repeat('mask', intdiv($length, 4) + 1));
    }
}
