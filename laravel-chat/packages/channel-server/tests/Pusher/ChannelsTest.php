<?php

declare(strict_types=1);

namespace ChannelServer\Tests\Pusher;

use ChannelServer\Pusher\Settings;
use ChannelServer\Tests\Harness\TestServer;
use PHPUnit\Framework\TestCase;

final class ChannelsTest extends TestCase
{
    private TestServer $server;

    protected function setUp(): void
    {
        $this->server = new TestServer(new Settings(clientEventsPerSecond: 3, maxSubscriptions: 50));
    }

    protected function tearDown(): void
    {
        $this->server->stop();
    }

    public function test_anybody_may_subscribe_to_a_public_channel(): void
    {
        $peer = $this->server->client()->say('pusher:subscribe', ['channel' => 'news']);
        $event = $peer->event('pusher_internal:subscription_succeeded');
        $this->assertSame(['news', []], [$event['channel'] ?? null, $event['data']]);
    }

    public function test_private_and_encrypted_channels_need_a_signature_for_this_very_socket_and_channel(): void
    {
        foreach (['private-a', 'private-encrypted-a'] as $channel) {
            $peer = $this->server->client()->subscribe($channel);
            $peer->event('pusher_internal:subscription_succeeded');
            $other = $this->server->client();
            $auth = fn (string $signed, string $secret = 'secret') => 'key:'.hash_hmac('sha256', $signed, $secret);
            foreach ([
                'forged' => 'key:abc',
                'another socket\'s' => $auth("{$peer->socketId}:{$channel}"),
                'another channel\'s' => $auth("{$other->socketId}:private-b"),
                'another secret\'s' => $auth("{$other->socketId}:{$channel}", 'secret2'),
                'another key\'s' => 'key2:'.hash_hmac('sha256', "{$other->socketId}:{$channel}", 'secret'),
                'empty' => '',
            ] as $whose => $signature) {
                $error = $other->say('pusher:subscribe', ['channel' => $channel, 'auth' => $signature])->event('pusher:subscription_error');
                $this->assertSame([$channel, 'AuthError', 401], [$error['channel'] ?? null, $error['data']['type'], $error['data']['status']], $whose);
            }
            $other->subscribe($channel)->event('pusher_internal:subscription_succeeded');
        }
    }

    public function test_a_presence_channel_tells_who_is_there_and_who_comes_and_goes(): void
    {
        $ann = $this->server->client()->subscribe('presence-room', '{"user_id":"1","user_info":{"name":"ann"}}');
        $this->assertSame(['count' => 1, 'ids' => ['1'], 'hash' => ['1' => ['name' => 'ann']]], $ann->event('pusher_internal:subscription_succeeded')['data']['presence']);
        $ben = $this->server->client()->subscribe('presence-room', '{"user_id":2}');
        $this->assertSame(['count' => 2, 'ids' => ['1', '2'], 'hash' => ['1' => ['name' => 'ann'], '2' => null]], $ben->event('pusher_internal:subscription_succeeded')['data']['presence']);
        $this->assertSame(['user_id' => '2'], $ann->event('pusher_internal:member_added')['data']);
        $ben->say('pusher:unsubscribe', ['channel' => 'presence-room']);
        $this->assertSame(['user_id' => '2'], $ann->event('pusher_internal:member_removed')['data']);
    }

    public function test_a_user_with_two_sockets_is_present_once(): void
    {
        $ann = $this->server->client()->subscribe('presence-room', '{"user_id":"1"}');
        $tabs = array_map(fn () => $this->server->client()->subscribe('presence-room', '{"user_id":"2"}'), [1, 2]);
        $this->assertSame(2, $tabs[1]->event('pusher_internal:subscription_succeeded')['data']['presence']['count']);
        $tabs[0]->hangUp();
        $this->server->pass(0.02);
        $this->assertSame([1, 0], [count($ann->events('pusher_internal:member_added')), count($ann->events('pusher_internal:member_removed'))]);
        $tabs[1]->hangUp();
        $ann->event('pusher_internal:member_removed');
    }

    public function test_a_presence_channel_that_is_full_refuses_further_members_but_no_further_socket_of_a_member(): void
    {
        $server = new TestServer(new Settings(maxPresenceMembers: 3));
        $members = array_map(fn (int $id) => $server->client()->subscribe('presence-room', "{\"user_id\":{$id}}"), [1, 2, 3]);
        $members[2]->event('pusher_internal:subscription_succeeded');
        $late = $server->client()->subscribe('presence-room', '{"user_id":4}');
        $error = $late->event('pusher:subscription_error')['data'];
        $this->assertSame(['LimitReached', 429], [$error['type'], $error['status']]);
        $tab = $server->client()->subscribe('presence-room', '{"user_id":3}');
        $this->assertSame(3, $tab->event('pusher_internal:subscription_succeeded')['data']['presence']['count']);
        $this->assertCount(2, $members[0]->events('pusher_internal:member_added'));
        $members[1]->hangUp();
        $members[0]->event('pusher_internal:member_removed');
        $late->subscribe('presence-room', '{"user_id":4}')->event('pusher_internal:subscription_succeeded');
        $server->stop();
    }

    public function test_a_presence_channel_needs_channel_data_with_a_user_id(): void
    {
        foreach (['nonsense', '[]', '7', '{}', '{"user_id":""}', '{"user_id":null}', '{"user_id":["a"]}', '{"user_id":{"a":1}}', '{"user_id":true}', '{"user_id":1.5}', '{"user_id":"'.str_repeat('x', 129).'"}', str_repeat('[', 100), '"{}"'] as $data) {
            $error = $this->server->client()->subscribe('presence-room', $data)->event('pusher:subscription_error');
            $this->assertSame(400, $error['data']['status'], $data);
        }
        $this->assertSame(400, $this->server->client()->subscribe('presence-room')->event('pusher:subscription_error')['data']['status']);
    }

    public function test_subscribing_twice_is_an_error_and_changes_nothing(): void
    {
        $peer = $this->server->client()->subscribe('private-a')->subscribe('private-a');
        $this->assertStringContainsString('Existing subscription', $peer->event('pusher:error')['data']['message']);
        $this->assertCount(1, $peer->events('pusher_internal:subscription_succeeded'));
    }

    public function test_subscriptions_by_the_thousand_end_at_the_limit_of_a_connection(): void
    {
        $peer = $this->server->client();
        for ($i = 0; $i < 60; $i++) {
            $peer->say('pusher:subscribe', ['channel' => "c{$i}"]);
        }
        $this->assertSame(429, $peer->event('pusher:subscription_error')['data']['status']);
        $this->server->pass(0.05);
        $this->assertCount(50, $peer->events('pusher_internal:subscription_succeeded'));
        $peer->hangUp();
        $this->server->pass(0.02);
        $this->assertSame([], $this->server->api('GET', '/apps/1/channels')[1]['channels']);
    }

    public function test_client_events_reach_the_other_subscribers_alone_as_they_were_sent(): void
    {
        [$from, $to] = [$this->server->client()->subscribe('private-a'), $this->server->client()->subscribe('private-a')];
        $stranger = $this->server->client();
        $to->event('pusher_internal:subscription_succeeded');
        $from->say('client-hello', ['list' => [], 'object' => (object) [], 'text' => 'ä/"'], 'private-a');
        $to->event('client-hello');
        $raw = $this->server->client()->subscribe('private-a');
        $raw->event('pusher_internal:subscription_succeeded');
        $from->say('client-again', ['list' => [], 'object' => (object) []], 'private-a');
        $this->server->until(fn () => str_contains($raw->received, 'client-again'));
        $this->assertStringContainsString('"data":{"list":[],"object":{}}}', $raw->received);
        $this->assertStringNotContainsString('user_id', $raw->received);
        $this->assertSame([], $from->events('client-hello'));
        $this->assertSame([], $stranger->events('client-hello'));
    }

    public function test_on_a_presence_channel_a_client_event_names_its_sender(): void
    {
        $from = $this->server->client()->subscribe('presence-room', '{"user_id":"1"}');
        $to = $this->server->client()->subscribe('presence-room', '{"user_id":"2"}');
        $to->event('pusher_internal:subscription_succeeded');
        $from->say('client-hello', ['a' => 1], 'presence-room');
        $this->assertSame('1', $to->event('client-hello')['user_id'] ?? null);
    }

    public function test_client_events_of_strangers_and_on_public_or_encrypted_channels_are_rejected(): void
    {
        $listener = $this->server->client()->subscribe('private-a')->say('pusher:subscribe', ['channel' => 'news'])->subscribe('private-encrypted-a');
        $peer = $this->server->client()->say('pusher:subscribe', ['channel' => 'news'])->subscribe('private-encrypted-a');
        foreach (['private-a', 'news', 'private-encrypted-a', 'nowhere'] as $channel) {
            $peer->say('client-x', [], $channel);
            $this->assertStringContainsString('rejected', $peer->event('pusher:error')['data']['message'], $channel);
        }
        $this->assertSame([], $listener->events('client-x'));
    }

    public function test_an_app_without_client_messages_rejects_them_all(): void
    {
        $server = new TestServer(clientMessages: false);
        $peer = $server->client()->subscribe('private-a')->say('client-x', [], 'private-a');
        $this->assertStringContainsString('not enabled', $peer->event('pusher:error')['data']['message']);
        $server->stop();
    }

    public function test_too_many_client_events_are_answered_with_4301_and_not_relayed(): void
    {
        [$from, $to] = [$this->server->client()->subscribe('private-a'), $this->server->client()->subscribe('private-a')];
        $to->event('pusher_internal:subscription_succeeded');
        for ($i = 0; $i < 5; $i++) {
            $from->say('client-x', ['i' => $i], 'private-a');
        }
        $this->assertSame(4301, $from->event('pusher:error')['data']['code']);
        $this->assertCount(3, $to->events('client-x'));
    }

    public function test_channels_of_two_apps_are_apart(): void
    {
        $one = $this->server->client()->say('pusher:subscribe', ['channel' => 'news']);
        $two = $this->server->peer()->connect('/app/key2?protocol=7')->say('pusher:subscribe', ['channel' => 'news']);
        $two->event('pusher_internal:subscription_succeeded');
        $this->server->api('POST', '/apps/1/events', ['name' => 'e', 'channel' => 'news', 'data' => '1']);
        $one->event('e');
        $this->assertSame([], $two->events('e'));
    }

    public function test_who_has_not_joined_gets_a_few_channels_and_may_still_join(): void
    {
        $server = new TestServer(new Settings(joinSeconds: 10));
        $peer = $server->client();
        for ($i = 0; $i < 11; $i++) {
            $peer->subscribe("room-{$i}");
        }
        $this->assertSame(429, $peer->event('pusher:subscription_error')['data']['status']);
        $this->assertCount(10, $peer->events('pusher_internal:subscription_succeeded'));
        $peer->proved()->subscribe('room-11');
        $this->assertSame([], $peer->events('pusher:subscription_error'));
        for ($i = 12; $i < 112; $i++) {
            $peer->subscribe("room-{$i}");
        }
        $this->assertSame(429, $peer->event('pusher:subscription_error')['data']['status']);
        $server->stop();
    }
}
