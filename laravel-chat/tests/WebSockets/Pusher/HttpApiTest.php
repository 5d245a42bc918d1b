<?php

declare(strict_types=1);

namespace Tests\WebSockets\Pusher;

use PHPUnit\Framework\Attributes\DataProvider;
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

    public function test_an_event_reaches_the_subscribers_of_its_channels_but_not_the_excluded_socket(): void
    {
        $one = $this->server->client()->say('pusher:subscribe', ['channel' => 'a']);
        $two = $this->server->client()->say('pusher:subscribe', ['channel' => 'b']);
        $out = $this->server->client()->say('pusher:subscribe', ['channel' => 'a']);
        $out->event('pusher_internal:subscription_succeeded');
        $this->assertSame([200, []], $this->server->api('POST', '/apps/1/events', ['name' => 'news', 'channels' => ['a', 'b'], 'data' => '{"x":1}', 'socket_id' => $out->socketId]));
        $event = $one->event('news');
        $this->assertSame(['a', ['x' => 1]], [$event['channel'] ?? null, $event['data']]);
        $two->event('news');
        $this->assertSame([], $out->events('news'));
    }

    public function test_channels_are_listed_and_shown(): void
    {
        $this->server->client()->say('pusher:subscribe', ['channel' => 'a'])->event('pusher_internal:subscription_succeeded');
        foreach (['1', '1', '2'] as $user) {
            $this->server->client()->join($user);
        }
        $this->assertSame([200, ['channels' => ['a' => [], 'presence-chat' => []]]], $this->server->api('GET', '/apps/1/channels'));
        $this->assertSame([200, ['occupied' => true]], $this->server->api('GET', '/apps/1/channels/a'));
        $this->assertSame([200, ['occupied' => false]], $this->server->api('GET', '/apps/1/channels/b'));
        $this->assertSame([200, ['users' => [['id' => '1'], ['id' => '2']]]], $this->server->api('GET', '/apps/1/channels/presence-chat/users'));
        $this->assertSame(400, $this->server->api('GET', '/apps/1/channels/a/users')[0]);
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

    /** @return array<string, array{mixed}> */
    public static function invalidBodies(): array
    {
        $valid = ['name' => 'e', 'channel' => 'a', 'data' => '1'];

        return [
            'no JSON' => ['nonsense'], 'a list' => ['[]'], 'a string' => ['"x"'], 'null' => ['null'], 'not UTF-8' => ["{\"name\":\"\xff\"}"], 'deep' => [str_repeat('{"a":', 2000).'1'.str_repeat('}', 2000)],
            'data an object' => ['{"name":"e","channel":"a","data":{}}'],
            'a channel of 165 characters' => [['channel' => str_repeat('c', 165)] + $valid],
            'no name' => [['name' => null] + $valid], 'name a list' => [['name' => ['e']] + $valid], 'name empty' => [['name' => ''] + $valid], 'name too long' => [['name' => str_repeat('e', 201)] + $valid],
            'no channel' => [['name' => 'e', 'data' => '1']], 'nested channels' => [['name' => 'e', 'data' => '1', 'channels' => [['a']]]], 'channels an object' => [['name' => 'e', 'data' => '1', 'channels' => ['a' => 'b', 'c' => []]]],
            'channels a string' => [['name' => 'e', 'data' => '1', 'channels' => 'a']], 'no channels' => [['name' => 'e', 'data' => '1', 'channels' => []]], '101 channels' => [['name' => 'e', 'data' => '1', 'channels' => array_map(fn ($i) => "c{$i}", range(1, 101))]],
            'a channel with a space' => [['channel' => 'a b'] + $valid], 'channel a number' => [['channel' => 7] + $valid], 'no data' => [['data' => null] + $valid],
            'socket_id a list' => [['socket_id' => []] + $valid], 'socket_id of letters' => [['socket_id' => 'abc'] + $valid],
        ];
    }

    #[DataProvider('invalidBodies')]
    public function test_an_invalid_event_is_400_with_a_reason(mixed $body): void
    {
        [$status, $answer] = $this->server->api('POST', '/apps/1/events', $body);
        $this->assertSame(400, $status);
        $this->assertNotSame('', $answer['error']['message']);
    }

    public function test_unknown_apps_paths_and_methods_have_their_status(): void
    {
        $this->assertSame([404, 404, 405, 405, 404], [
            $this->server->api('GET', '/apps/9/channels')[0], $this->server->api('GET', '/apps/1/nothing')[0], $this->server->api('GET', '/apps/1/events')[0],
            $this->server->api('POST', '/apps/1/channels')[0], $this->server->api('GET', '/apps/1/channels/a/b')[0],
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
        foreach (['/apps/1/channels', '/metrics'] as $path) {
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
