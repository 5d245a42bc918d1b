<?php

declare(strict_types=1);

namespace Tests\WebSockets\Pusher;

use PHPUnit\Framework\TestCase;
use Tests\WebSockets\Harness\TestServer;

final class HttpApiTest extends TestCase
{
    private TestServer $server;

    protected function setUp(): void
    {
        $this->server = new TestServer;
    }

    protected function tearDown(): void
    {
        $this->server->stop();
    }

    public function test_signatures_are_checked_in_full(): void
    {
        $body = ['name' => 'e', 'channel' => 'a', 'data' => '1'];
        $call = fn (mixed ...$with) => $this->server->api('POST', '/apps/1/events', $body, ...$with);
        $this->assertSame(200, $call()[0]);
        $this->assertSame(200, $call(time: time() - 590)[0]);
        foreach ([
            'too old' => $call(time: time() - 610), 'too early' => $call(time: time() + 620), 'of 1970' => $call(time: 0),
            'a wrong secret' => $call(secret: 'other'), 'a changed body' => $call(signedBody: '{"name":"harmless"}'),
            'another key' => $call(query: ['auth_key' => 'key2']), 'another version' => $call(query: ['auth_version' => '2.0']),
            'no number as time' => $call(query: ['auth_timestamp' => 'soon']),
        ] as $what => [$status, $answer]) {
            $this->assertSame(401, $status, $what);
            $this->assertSame('unauthorized', $answer['error']['code']);
        }
        $unsigned = $this->server->apiPeer()->write("POST /apps/1/events HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}")->answer();
        $this->assertStringStartsWith('HTTP/1.1 401', $unsigned);
    }

    public function test_an_invalid_event_is_400_and_one_for_another_channel_reaches_nobody(): void
    {
        foreach (['nonsense', '[]', '"x"', 'null', '{"name":7,"data":"1","channel":"a"}', '{"name":"e","data":{},"channel":"a"}', '{"name":"e","data":"1","channels":"a"}'] as $body) {
            $this->assertSame([400, 'invalid_event'], [$this->server->api('POST', '/apps/1/events', $body)[0], $this->server->api('POST', '/apps/1/events', $body)[1]['error']['code']], $body);
        }
        $this->assertSame([200, []], $this->server->api('POST', '/apps/1/events', ['name' => 'messages', 'channels' => ['news'], 'data' => '1']));
    }

    public function test_unknown_apps_paths_and_methods_have_their_status(): void
    {
        $this->assertSame([404, 404, 405, 405], [
            $this->server->api('GET', '/apps/9/events')[0], $this->server->api('GET', '/apps/1/nothing')[0], $this->server->api('GET', '/apps/1/events')[0],
            $this->server->api('POST', '/apps/1/channels/presence-chat/online')[0],
        ]);
    }

    public function test_a_body_over_the_limit_is_413(): void
    {
        $this->assertSame(413, $this->server->api('POST', '/apps/1/events', ['name' => 'e', 'channel' => 'a', 'data' => str_repeat('x', 66_000)])[0]);
        $this->assertSame(200, $this->server->api('POST', '/apps/1/events', ['name' => 'e', 'channel' => 'a', 'data' => str_repeat('x', 60_000)])[0]);
    }

    public function test_another_pair_of_keys_signs_nothing(): void
    {
        $body = ['name' => 'e', 'channel' => 'a', 'data' => '1'];
        foreach ([['key', 'other'], ['other', 'secret']] as [$key, $secret]) {
            $this->assertSame(401, $this->server->api('POST', '/apps/1/events', $body, key: $key, secret: $secret)[0]);
        }
        $this->assertSame(200, $this->server->api('POST', '/apps/1/events', $body)[0]);
    }

    public function test_the_port_of_the_sockets_has_neither_the_api_nor_metrics_and_tells_little_of_its_health(): void
    {
        $this->server->pass(0.01); // for the store's first answer
        foreach (['/apps/1/channels/presence-chat/online', '/metrics'] as $path) {
            $this->assertSame(404, $this->server->api('GET', $path, port: $this->server->port)[0], $path);
        }
        $this->assertSame(404, $this->server->api('POST', '/apps/1/events', ['name' => 'e', 'channel' => 'a', 'data' => '1'], port: $this->server->port)[0]);
        [$head, $body] = explode("\r\n\r\n", $this->server->peer()->write("GET /health HTTP/1.1\r\nHost: x\r\n\r\n")->answer());
        $this->assertSame('{"status":"ok","parts":{"store":"ok","socket":"ok"}}', $body);
        $this->assertStringContainsString("\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n", $head);
        [$status, $health] = $this->server->api('GET', '/health');
        $this->assertSame([200, getmypid()], [$status, $health['pid']]);
    }
}
