<?php

declare(strict_types=1);

namespace ChannelServer\Tests;

use ChannelServer\Log;
use ChannelServer\Module;
use ChannelServer\Pusher\App;
use ChannelServer\Pusher\Apps;
use ChannelServer\Pusher\Settings;
use ChannelServer\PusherLoop;
use ChannelServer\Server\Address;
use ChannelServer\Server\HttpResponse;
use ChannelServer\ServerSettings;
use PHPUnit\Framework\TestCase;
use React\EventLoop\LoopInterface;
use React\EventLoop\TimerInterface;
use RuntimeException;

/** The server by itself, and what a module can add. */
final class PusherLoopTest extends TestCase
{
    private ?PusherLoop $server = null;

    protected function tearDown(): void
    {
        $this->server?->stop();
    }

    public function test_without_a_module_it_is_a_pusher_server_and_nothing_else(): void
    {
        $this->serve(new Module);
        $this->assertStringContainsString('101 Switching Protocols', $this->get('/app/key?protocol=7', "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"));
        $this->assertStringContainsString('{"status":"ok","parts":{"socket":"ok"}}', $this->get('/health'));
        $this->assertStringStartsWith('HTTP/1.1 404', $this->get('/nowhere'));
        $this->assertStringStartsWith('HTTP/1.1 401', $this->get('/apps/1/channels', api: true));
        $this->assertStringContainsString("\nchannel_server_connections{app=\"1\"} 0\n", $this->get('/metrics', api: true));
    }

    public function test_a_module_adds_paths_health_metrics_and_has_a_part_in_start_and_stop(): void
    {
        $module = new class extends Module
        {
            /** @var list<string> */
            public array $called = [];

            public function start(): void
            {
                $this->called[] = 'start';
            }

            public function stop(): void
            {
                $this->called[] = 'stop';
            }

            public function paths(): array
            {
                return ['/time' => static fn (): HttpResponse => new HttpResponse(200, 'noon')];
            }

            public function troubles(): array
            {
                return ['clock' => 'its spring broke', 'bell' => null];
            }

            public function metrics(PusherLoop $server): string
            {
                return "clients {$server->countClients()}\n";
            }
        };
        $this->serve($module);
        $this->assertStringEndsWith('noon', $this->get('/time'));
        $this->assertStringContainsString('{"status":"degraded","parts":{"clock":"the clock is away or in trouble","bell":"ok","socket":"ok"}}', $this->get('/health'));
        $this->assertStringContainsString('"clock":"its spring broke","bell":"ok"', $this->get('/health', api: true));
        $this->assertStringEndsWith("clients 0\n", $this->get('/metrics', api: true));
        $this->assertStringStartsWith('HTTP/1.1 404', $this->get('/time', api: true));
        $this->server?->stop();
        $this->server = null;
        $this->assertSame(['start', 'stop'], $module->called);
    }

    public function test_a_module_is_told_what_befalls_connections(): void
    {
        $module = new class extends Module
        {
            /** @var list<string> */
            public array $failures = [];

            public function failed(string $code): void
            {
                $this->failures[] = $code;
            }
        };
        $this->serve($module, new App('1', 'key', 'secret', allowedOrigins: ['good.example'], apiKey: 'api-key', apiSecret: 'api-secret'));
        $this->get('/app/key?protocol=7', "Upgrade: websocket\r\nConnection: Upgrade\r\nOrigin: http://evil.example\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n");
        $this->assertSame(['origin_not_allowed'], $module->failures);
        $this->assertStringContainsString("channel_server_errors_total{code=\"origin_not_allowed\"} 1\n", $this->get('/metrics', api: true));
    }

    public function test_a_shutdown_waits_for_the_module_and_lets_it_finish_before_clients_are_closed(): void
    {
        $module = new class extends Module
        {
            public bool $idle = false;

            public ?int $clientsAtFinish = null;

            public ?PusherLoop $server = null;

            public function isIdle(): bool
            {
                return $this->idle;
            }

            public function finish(): void
            {
                $this->clientsAtFinish = $this->server?->countClients();
            }
        };
        $server = $module->server = $this->serve($module);
        $client = $this->connect($server->port());
        fwrite($client, "GET /app/key?protocol=7 HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n");
        $server->loop->addPeriodicTimer(0.005, function (TimerInterface $timer) use ($server, $module): void {
            if ($server->countClients() === 1) {
                $server->loop->cancelTimer($timer);
                posix_kill((int) getmypid(), SIGTERM);
                $server->loop->addTimer(0.1, function () use ($module): void {
                    $this->assertNull($module->clientsAtFinish);
                    $module->idle = true;
                });
            }
        });
        $server->serve();
        $this->assertSame(1, $module->clientsAtFinish);
    }

    private function serve(Module $module, ?App $app = null): PusherLoop
    {
        $apps = new Apps([$app ?? new App('1', 'key', 'secret', apiKey: 'api-key', apiSecret: 'api-secret')]);
        $settings = new ServerSettings('127.0.0.1', 0, $apps, new Settings, Address::tcp('127.0.0.1', 0));
        $log = new Log(fopen('php://memory', 'w') ?: throw new RuntimeException);
        $this->server = new PusherLoop($settings, $log, static fn (LoopInterface $loop): Module => $module);
        $this->server->start();

        return $this->server;
    }

    /** @return string head and body, or the head of a handshake */
    private function get(string $path, string $headers = "Connection: close\r\n", bool $api = false): string
    {
        $server = $this->server ?? throw new RuntimeException;
        $stream = $this->connect($api ? $server->apiPort() : $server->port());
        fwrite($stream, "GET $path HTTP/1.1\r\nHost: x\r\n$headers\r\n");
        $said = '';
        $server->loop->addReadStream($stream, function ($stream) use (&$said, $server): void {
            $said .= fread($stream, 8192);
            if (feof($stream) || str_contains($said, '101 Switching')) {
                $server->loop->removeReadStream($stream);
                $server->loop->stop();
            }
        });
        $late = $server->loop->addTimer(10, $server->loop->stop(...));
        $server->loop->run();
        $server->loop->cancelTimer($late);
        fclose($stream);

        return $said;
    }

    /** @return resource */
    private function connect(int $port)
    {
        $stream = stream_socket_client("tcp://127.0.0.1:$port") ?: throw new RuntimeException;
        stream_set_blocking($stream, false);

        return $stream;
    }
}
