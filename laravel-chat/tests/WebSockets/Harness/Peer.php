<?php

declare(strict_types=1);

namespace Tests\WebSockets\Harness;

use React\EventLoop\LoopInterface;
use RuntimeException;

/** The other end of a connection to a server under test: raw bytes out, what came in as text, frames and events. */
final class Peer
{
    public string $received = '';

    public bool $ended = false;

    /** @var array<int, array{int, string}> opcode and payload of the frames that came */
    public array $frames = [];

    public string $socketId = '';

    private string $unread = '';

    private bool $upgraded = false;

    /** @var resource */
    private $stream;

    public function __construct(private readonly TestServer|ServeProcess $server, private readonly LoopInterface $loop, string $address)
    {
        $context = stream_context_create(['socket' => ['tcp_nodelay' => true]]);
        $stream = stream_socket_client($address, $code, $why, 5.0, STREAM_CLIENT_CONNECT, $context) ?: throw new RuntimeException((string) $why);
        stream_set_blocking($stream, false);
        stream_set_read_buffer($stream, 0);
        $this->stream = $stream;
        $loop->addReadStream($stream, $this->read(...));
    }

    public function write(string $bytes): static
    {
        if (! $this->ended) {
            @fwrite($this->stream, $bytes);
        }

        return $this;
    }

    /** @return string the answer to a GET */
    public function get(string $path): string
    {
        $this->received = '';

        return $this->write("GET {$path} HTTP/1.1\r\nHost: x\r\n\r\n")->answer();
    }

    /**
     * Opens a WebSocket.
     *
     * @param  array<string, string>  $headers
     */
    public function upgrade(string $path = '/app/key?protocol=7', array $headers = []): static
    {
        $headers += ['Host' => 'x', 'Upgrade' => 'websocket', 'Connection' => 'Upgrade', 'Sec-WebSocket-Version' => '13', 'Sec-WebSocket-Key' => base64_encode(str_repeat('k', 16))];
        $lines = "GET {$path} HTTP/1.1\r\n";
        foreach ($headers as $name => $value) {
            $lines .= "{$name}: {$value}\r\n";
        }
        $this->write($lines."\r\n");
        $this->server->until(fn () => str_contains($this->received, "\r\n\r\n"), 'an answer to the handshake');
        if (! str_starts_with($this->received, 'HTTP/1.1 101')) {
            return $this;
        }
        $this->upgraded = true;
        $this->unread = explode("\r\n\r\n", $this->received, 2)[1];
        $this->parse();

        return $this;
    }

    /** A connected Pusher client. */
    public function connect(string $path = '/app/key?protocol=7'): static
    {
        $this->upgrade($path);
        $this->socketId = $this->event('pusher:connection_established')['data']['socket_id'];

        return $this;
    }

    /** @param  array<string, mixed>  $data */
    public function say(string $event, array $data, ?string $channel = null): static
    {
        return $this->text((string) json_encode(['event' => $event, 'data' => (object) $data] + ($channel === null ? [] : ['channel' => $channel])));
    }

    public function subscribe(string $channel, ?string $channelData = null): static
    {
        $signed = "{$this->socketId}:{$channel}".($channelData === null ? '' : ":{$channelData}");

        return $this->say('pusher:subscribe', ['channel' => $channel, 'auth' => 'key:'.hash_hmac('sha256', $signed, 'secret')] + ($channelData === null ? [] : ['channel_data' => $channelData]));
    }

    /** Joins the chat as a user. */
    public function join(string $userId, string $name = '', ?string $session = null): static
    {
        $info = ['name' => $name === '' ? "user {$userId}" : $name] + ($session === null ? [] : ['session' => $session]);
        $this->subscribe('presence-chat', (string) json_encode(['user_id' => $userId, 'user_info' => $info]));
        $this->event('welcome');

        return $this;
    }

    public function send(string $text, string $clientId): static
    {
        return $this->say('client-message', ['text' => $text, 'clientId' => $clientId], 'presence-chat');
    }

    public function text(string $payload): static
    {
        return $this->frame(0x81, $payload);
    }

    /** @param  int  $first FIN, RSV and opcode */
    public function frame(int $first, string $payload, string $key = 'mask'): static
    {
        $length = strlen($payload);
        $header = chr($first).($length < 126 ? chr(0x80 | $length) : ($length < 65536 ? "\xfe".pack('n', $length) : "\xff".pack('J', $length)));

        return $this->write($header.$key.($payload ^ str_repeat($key, intdiv($length, 4) + 1)));
    }

    /**
     * Waits for an event and takes it out.
     *
     * @return array{event: string, channel?: string, user_id?: string, data: array<string, mixed>}
     */
    public function event(string $name): array
    {
        $found = null;
        $this->server->until(function () use ($name, &$found): bool {
            foreach ($this->events() as $i => $event) {
                if ($event['event'] === $name) {
                    $found = $event;
                    unset($this->frames[$i]);

                    return true;
                }
            }

            return false;
        }, "the event {$name}; came: ".implode(', ', array_column($this->events(), 'event')));

        return $found ?? throw new RuntimeException;
    }

    /** @return array<int, array{event: string, channel?: string, user_id?: string, data: array<string, mixed>}> */
    public function events(?string $name = null): array
    {
        $events = [];
        foreach ($this->frames as $i => [$opcode, $payload]) {
            $event = $opcode === 1 ? json_decode($payload, true) : null;
            if (is_array($event) && is_string($event['event'] ?? null) && ($name === null || $event['event'] === $name)) {
                /** @var array{event: string, channel?: string, user_id?: string, data: mixed} $event */
                $events[$i] = ['data' => is_string($event['data']) ? (json_decode($event['data'], true) ?? ['text' => $event['data']]) : $event['data']] + $event;
            }
        }

        return $events;
    }

    public function isClosing(): bool
    {
        return in_array(8, array_column($this->frames, 0), true);
    }

    /**
     * Waits for the close frame.
     *
     * @return array{int, string} code (0 for none) and reason
     */
    public function closeFrame(): array
    {
        $this->server->until($this->isClosing(...), 'a close frame; came: '.json_encode($this->frames));
        $close = array_column($this->frames, 1, 0)[8];

        return strlen($close) < 2 ? [0, ''] : [(ord($close[0]) << 8) | ord($close[1]), substr($close, 2)];
    }

    public function answer(): string
    {
        $this->server->until(fn () => preg_match('/Content-Length: (\d+)\r\n.*?\r\n\r\n(.*)/s', $this->received, $parts) === 1 && strlen($parts[2]) >= (int) $parts[1], 'an HTTP answer; came: '.$this->received);

        return $this->received;
    }

    public function mustEnd(): static
    {
        $this->server->until(fn () => $this->ended, 'the end of the connection');

        return $this;
    }

    public function hangUp(): void
    {
        if (! $this->ended) {
            $this->ended = true;
            $this->loop->removeReadStream($this->stream);
            fclose($this->stream);
        }
    }

    private function read(): void
    {
        $bytes = (string) @fread($this->stream, 1_048_576);
        if ($bytes === '' && feof($this->stream)) {
            $this->hangUp();

            return;
        }
        $this->received .= $bytes;
        if ($this->upgraded) {
            $this->unread .= $bytes;
            $this->parse();
        }
    }

    private function parse(): void
    {
        while (strlen($this->unread) >= 2) {
            $length = ord($this->unread[1]);
            $at = $length === 126 ? 4 : ($length === 127 ? 10 : 2);
            if (strlen($this->unread) < $at) {
                return;
            }
            $length = $at === 2 ? $length : (int) (unpack($at === 4 ? 'n' : 'J', $this->unread, 2) ?: [1 => 0])[1];
            if (strlen($this->unread) < $at + $length) {
                return;
            }
            $this->frames[] = [ord($this->unread[0]) & 15, substr($this->unread, $at, $length)];
            $this->unread = substr($this->unread, $at + $length);
        }
    }
}
