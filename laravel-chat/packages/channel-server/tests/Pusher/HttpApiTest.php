<?php

declare(strict_types=1);

namespace ChannelServer\Tests\Pusher;

use ChannelServer\Tests\Harness\TestServer;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\TestCase;

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

    public function test_data_that_is_no_string_is_sent_as_json(): void
    {
        $peer = $this->server->client()->say('pusher:subscribe', ['channel' => 'a']);
        $peer->event('pusher_internal:subscription_succeeded');
        $this->server->api('POST', '/apps/1/events', ['name' => 'news', 'channel' => 'a', 'data' => ['x' => 1]]);
        $this->assertSame(['x' => 1], $peer->event('news')['data']);
    }

    public function test_a_batch_is_sent_in_order(): void
    {
        $peer = $this->server->client()->say('pusher:subscribe', ['channel' => 'a']);
        $peer->event('pusher_internal:subscription_succeeded');
        $answer = $this->server->api('POST', '/apps/1/batch_events', ['batch' => [['name' => 'x', 'channel' => 'a', 'data' => '1'], ['name' => 'y', 'channel' => 'a', 'data' => '2', 'info' => 'subscription_count']]]);
        $this->assertSame([200, ['batch' => [[], ['subscription_count' => 1]]]], $answer);
        $peer->event('y');
        $this->assertCount(1, $peer->events('x'));
    }

    public function test_the_connections_of_an_app_are_counted(): void
    {
        $this->server->client();
        $this->server->client();
        $this->server->peer()->connect('/app/key2?protocol=7');
        $this->assertSame([200, ['connections' => 2]], $this->server->api('GET', '/apps/1/connections'));
    }

    public function test_channels_are_listed_and_shown(): void
    {
        $this->server->client()->say('pusher:subscribe', ['channel' => 'a'])->event('pusher_internal:subscription_succeeded');
        foreach (['1', '1', '2'] as $user) {
            $this->server->client()->subscribe('presence-room', "{\"user_id\":\"{$user}\"}")->event('pusher_internal:subscription_succeeded');
        }
        $this->assertSame([200, ['channels' => ['a' => [], 'presence-room' => []]]], $this->server->api('GET', '/apps/1/channels'));
        $this->assertSame([200, ['channels' => ['presence-room' => ['user_count' => 2, 'subscription_count' => 3]]]], $this->server->api('GET', '/apps/1/channels', query: ['filter_by_prefix' => 'presence-', 'info' => 'user_count,subscription_count']));
        $this->assertSame(400, $this->server->api('GET', '/apps/1/channels', query: ['info' => 'user_count'])[0]);
        $this->assertSame([200, ['occupied' => true, 'subscription_count' => 1]], $this->server->api('GET', '/apps/1/channels/a', query: ['info' => 'subscription_count']));
        $this->assertSame([200, ['occupied' => false]], $this->server->api('GET', '/apps/1/channels/b'));
        $this->assertSame([200, ['users' => [['id' => '1'], ['id' => '2']]]], $this->server->api('GET', '/apps/1/channels/presence-room/users'));
        $this->assertSame(400, $this->server->api('GET', '/apps/1/channels/a/users')[0]);
        $this->assertSame(400, $this->server->api('GET', '/apps/1/channels/a', query: ['info' => 'user_count'])[0]);
    }

    public function test_terminating_a_user_closes_the_sockets_that_signed_in_or_are_present_as_them(): void
    {
        $present = $this->server->client()->subscribe('presence-room', '{"user_id":"7"}');
        $signed = $this->server->client();
        $signed->say('pusher:signin', ['auth' => 'key:'.hash_hmac('sha256', "{$signed->socketId}::user::{\"id\":\"7\"}", 'secret'), 'user_data' => '{"id":"7"}'])->event('pusher:signin_success');
        $other = $this->server->client()->subscribe('presence-room', '{"user_id":"8"}');
        $other->event('pusher_internal:subscription_succeeded');
        $this->assertSame([200, []], $this->server->api('POST', '/apps/1/users/7/terminate_connections'));
        $this->assertSame([4009, 4009], [$present->closeFrame()[0], $signed->closeFrame()[0]]);
        $this->assertFalse($other->ended);
    }

    public function test_an_event_for_a_user_reaches_who_signed_in_as_them(): void
    {
        $signed = $this->server->client();
        $signed->say('pusher:signin', ['auth' => 'key:'.hash_hmac('sha256', "{$signed->socketId}::user::{\"id\":\"7\"}", 'secret'), 'user_data' => '{"id":"7"}'])->event('pusher:signin_success');
        $this->server->api('POST', '/apps/1/events', ['name' => 'mail', 'channels' => ['#server-to-user-7'], 'data' => '{}']);
        $this->assertSame('#server-to-user-7', $signed->event('mail')['channel'] ?? null);
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
            'a number beyond every double' => ['{"name":"e","channel":"a","data":{"n":1e400}}'],
            'a channel of 165 characters' => [['channel' => str_repeat('c', 165)] + $valid],
            'no name' => [['name' => null] + $valid], 'name a list' => [['name' => ['e']] + $valid], 'name empty' => [['name' => ''] + $valid], 'name too long' => [['name' => str_repeat('e', 201)] + $valid],
            'no channel' => [['name' => 'e', 'data' => '1']], 'nested channels' => [['name' => 'e', 'data' => '1', 'channels' => [['a']]]], 'channels an object' => [['name' => 'e', 'data' => '1', 'channels' => ['a' => 'b', 'c' => []]]],
            'channels a string' => [['name' => 'e', 'data' => '1', 'channels' => 'a']], 'no channels' => [['name' => 'e', 'data' => '1', 'channels' => []]], '101 channels' => [['name' => 'e', 'data' => '1', 'channels' => array_map(fn ($i) => "c{$i}", range(1, 101))]],
            'a channel with a space' => [['channel' => 'a b'] + $valid], 'channel a number' => [['channel' => 7] + $valid], 'no data' => [['data' => null] + $valid],
            'socket_id a list' => [['socket_id' => []] + $valid], 'socket_id of letters' => [['socket_id' => 'abc'] + $valid], 'info a list' => [['info' => ['a']] + $valid],
        ];
    }

    #[DataProvider('invalidBodies')]
    public function test_an_invalid_event_is_400_with_a_reason(mixed $body): void
    {
        [$status, $answer] = $this->server->api('POST', '/apps/1/events', $body);
        $this->assertSame(400, $status);
        $this->assertNotSame('', $answer['error']['message']);
    }

    public function test_an_invalid_batch_sends_none_of_its_events(): void
    {
        $peer = $this->server->client()->say('pusher:subscribe', ['channel' => 'a']);
        $peer->event('pusher_internal:subscription_succeeded');
        foreach ([['batch' => [['name' => 'x', 'channel' => 'a', 'data' => '1'], ['channel' => 'a']]], ['batch' => 'x'], ['batch' => []], ['batch' => ['x']], ['batch' => array_fill(0, 11, ['name' => 'x', 'channel' => 'a', 'data' => '1'])], []] as $body) {
            $this->assertSame(400, $this->server->api('POST', '/apps/1/batch_events', (object) $body)[0]);
        }
        $this->assertSame([], $peer->events('x'));
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
        $this->assertSame(413, $this->server->api('POST', '/apps/1/events', ['name' => 'e', 'channel' => 'a', 'data' => str_repeat('x', 260_000)])[0]);
        $this->assertSame(200, $this->server->api('POST', '/apps/1/events', ['name' => 'e', 'channel' => 'a', 'data' => str_repeat('x', 200_000)])[0]);
    }

    public function test_what_signs_for_pages_does_not_sign_calls(): void
    {
        $body = ['name' => 'e', 'channel' => 'a', 'data' => '1'];
        foreach ([['key', 'secret'], ['api-key', 'secret'], ['key', 'api-secret']] as [$key, $secret]) {
            $this->assertSame(401, $this->server->api('POST', '/apps/1/events', $body, key: $key, secret: $secret)[0]);
        }
        $this->assertSame(200, $this->server->api('POST', '/apps/1/events', $body)[0]);
    }

    public function test_the_port_of_the_sockets_has_neither_the_api_nor_metrics_and_tells_little_of_its_health(): void
    {
        foreach (['/apps/1/channels', '/metrics'] as $path) {
            $this->assertSame(404, $this->server->api('GET', $path, port: $this->server->port)[0], $path);
        }
        $this->assertSame(404, $this->server->api('POST', '/apps/1/events', ['name' => 'e', 'channel' => 'a', 'data' => '1'], port: $this->server->port)[0]);
        [$head, $body] = explode("\r\n\r\n", $this->server->peer()->write("GET /health HTTP/1.1\r\nHost: x\r\n\r\n")->answer());
        $this->assertSame('{"status":"ok","parts":{"socket":"ok"}}', $body);
        $this->assertStringContainsString("\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n", $head);
        [$status, $health] = $this->server->api('GET', '/health');
        $this->assertSame([200, getmypid()], [$status, $health['pid']]);
    }

    public function test_a_drop_in_may_have_the_api_on_the_port_of_the_sockets_too(): void
    {
        $server = new TestServer(apiOnSocketPort: true);
        $this->assertSame(200, $server->api('GET', '/apps/1/channels', port: $server->port)[0]);
        $this->assertSame(404, $server->api('GET', '/metrics', port: $server->port)[0]);
        $server->stop();
    }

    public function test_workers_get_through_however_many_clients_there_are(): void
    {
        $server = new TestServer(maxConnections: 1);
        $client = $server->client();
        $this->assertStringContainsString('503', $server->peer()->answer());
        $this->assertSame(200, $server->api('GET', '/apps/1/channels')[0]);
        $this->assertFalse($client->ended);
        $server->stop();
    }
}
