<?php

declare(strict_types=1);

namespace ChannelServer\Tests\Pusher;

use ChannelServer\Pusher\Settings;
use ChannelServer\Tests\Harness\TestServer;
use ChannelServer\WebSocket\ByteRates;
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
                $error = $other->say(
                    'pusher:subscribe', ['channel' => $channel, 'auth' => $signature],
                )->event('pusher:subscription_error');
                $this->assertSame(
                    [$channel, 'AuthError', 401],
                    [$error['channel'] ?? null, $error['data']['type'], $error['data']['status']], $whose,
                );
            }
            $other->subscribe($channel)->event('pusher_internal:subscription_succeeded');
        }
    }

    public function test_a_presence_channel_tells_who_is_there_and_who_comes_and_goes(): void
    {
        $ann = $this->server->client()->subscribe('presence-room', '{"user_id":"1","user_info":{"name":"ann"}}');
        $this->assertSame(
            ['count' => 1, 'ids' => ['1'], 'hash' => ['1' => ['name' => 'ann']]],
            $ann->event('pusher_internal:subscription_succeeded')['data']['presence'],
        );
        $ben = $this->server->client()->subscribe('presence-room', '{"user_id":2}');
        $this->assertSame(
            ['count' => 2, 'ids' => ['1', '2'], 'hash' => ['1' => ['name' => 'ann'], '2' => null]],
            $ben->event('pusher_internal:subscription_succeeded')['data']['presence'],
        );
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
        $this->assertSame(
            [1, 0],
            [
                count($ann->events('pusher_internal:member_added')),
                count($ann->events('pusher_internal:member_removed')),
            ],
        );
        $tabs[1]->hangUp();
        $ann->event('pusher_internal:member_removed');
    }

    public function test_a_member_who_leaves_and_comes_back_at_once_has_not_been_away(): void
    {
        $ann = $this->server->client()->subscribe('presence-room', '{"user_id":"1"}');
        $ben = $this->server->client()->subscribe('presence-room', '{"user_id":"2","user_info":{"name":"ben"}}');
        $ann->event('pusher_internal:member_added');
        for ($i = 0; $i < 20; $i++) {
            $ben->say('pusher:unsubscribe', ['channel' => 'presence-room'])->subscribe(
                'presence-room', '{"user_id":"2","user_info":{"name":"ben"}}',
            );
        }
        $this->server->until(
            fn () => count($ben->events('pusher_internal:subscription_succeeded')) === 21, 'all of them',
        );
        $ben->say('pusher:unsubscribe', ['channel' => 'presence-room']);
        $ann->event('pusher_internal:member_removed');
        $told = array_column($ann->events(), 'event');
        $this->assertSame(
            [], array_intersect($told, ['pusher_internal:member_added', 'pusher_internal:member_removed']),
        );
    }

    public function test_a_member_who_comes_back_as_somebody_else_is_told(): void
    {
        $ann = $this->server->client()->subscribe('presence-room', '{"user_id":"1"}');
        $ben = $this->server->client()->subscribe('presence-room', '{"user_id":"2","user_info":{"name":"ben"}}');
        $ann->event('pusher_internal:member_added');
        $ben->say('pusher:unsubscribe', ['channel' => 'presence-room'])->subscribe(
            'presence-room', '{"user_id":"2","user_info":{"name":"benjamin"}}',
        );
        $this->assertSame(
            ['user_id' => '2', 'user_info' => ['name' => 'benjamin']],
            $ann->event('pusher_internal:member_added')['data'],
        );
        $this->assertCount(1, $ann->events('pusher_internal:member_removed'));
        $ben->say('client-hi', [], 'presence-room');
        $ann->event('client-hi');
    }

    public function test_who_joins_pays_for_all_who_are_told_and_who_is_there_already_does_not(): void
    {
        $server = $this->withBytes(8_000);
        $members = array_map(
            fn (int $id) => $server->client()->subscribe('presence-room', "{\"user_id\":{$id}}"), range(1, 10),
        );
        $members[9]->event('pusher_internal:subscription_succeeded');
        $info = str_repeat('x', 1000);
        $tab = $server->client()->subscribe(
            'presence-room', "{\"user_id\":3,\"user_info\":\"{$info}\"}",
        )->say('pusher:ping', []);
        $tab->event('pusher:pong');
        $new = $server->client()->subscribe(
            'presence-room', "{\"user_id\":11,\"user_info\":\"{$info}\"}",
        )->say('pusher:ping', []);
        $new->event('pusher_internal:subscription_succeeded');
        $server->pass(0.05);
        $this->assertSame([], $new->events('pusher:pong'));
        $server->stop();
    }

    public function test_the_further_sockets_of_a_member_make_joining_no_dearer(): void
    {
        $server = $this->withBytes(8_000);
        $tabs = array_map(fn () => $server->client()->subscribe('presence-room', '{"user_id":1}'), range(1, 100));
        $tabs[99]->event('pusher_internal:subscription_succeeded');
        $this->assertSame(
            [],
            $server->client()->subscribe(
                'presence-room', '{"user_id":2}',
            )->say('pusher:ping', [])->event('pusher:pong')['data'],
        );
        $server->stop();
    }

    public function test_a_user_info_that_100_others_could_not_be_told_is_refused(): void
    {
        $peer = $this->server->client()->subscribe(
            'presence-room', '{"user_id":"1","user_info":"'.str_repeat('x', 16_383).'"}',
        );
        $this->assertSame(400, $peer->event('pusher:subscription_error')['data']['status']);
        $peer->subscribe(
            'presence-room', '{"user_id":"1","user_info":"'.str_repeat('x', 16_382).'"}',
        )->event('pusher_internal:subscription_succeeded');
    }

    public function test_a_client_event_for_more_than_a_hundred_is_paid_for_by_its_sender(): void
    {
        $server = $this->withBytes(20_000);
        $peers = array_map(fn () => $server->client()->subscribe('private-a'), range(1, 101));
        $peers[100]->event('pusher_internal:subscription_succeeded');
        [$from, $to] = $peers;
        $data = ['x' => str_repeat('x', 1_000)];
        $from->say('client-x', $data, 'private-a')->say('pusher:ping', [])->event('pusher:pong');
        for ($i = 0; $i < 20; $i++) {
            $more[] = $server->client()->subscribe('private-a');
        }
        $more[19]->event('pusher_internal:subscription_succeeded');
        $from->say('client-y', $data, 'private-a')->say('pusher:ping', []);
        $to->event('client-y');
        $server->pass(0.05);
        $this->assertSame([], $from->events('pusher:pong'));
        $server->stop();
    }

    public function test_however_many_a_client_event_is_for_its_sender_is_heard_again_soon(): void
    {
        // 10 receivers beyond the free ones: 500 KB, which this rate pays in 50 s.
        $server = new TestServer(new Settings(byteRates: new ByteRates(10_000, 100_000, waitSeconds: 0.1)));
        $sender = $server->client()->subscribe('private-large');
        $others = array_map(fn () => $server->client()->subscribe('private-large'), range(1, 110));
        $others[109]->event('pusher_internal:subscription_succeeded');
        $sender->say('client-x', ['text' => str_repeat('x', 50_000)], 'private-large')->say('pusher:ping', []);
        $others[109]->event('client-x');
        $this->assertSame([], $sender->event('pusher:pong')['data']);
        $server->stop();
    }

    public function test_a_full_presence_channel_has_room_for_the_next_as_soon_as_somebody_has_left(): void
    {
        $server = new TestServer(new Settings(maxPresenceMembers: 2));
        $ann = $server->client()->subscribe('presence-room', '{"user_id":"1"}');
        $ben = $server->client()->subscribe('presence-room', '{"user_id":"2"}');
        $ann->event('pusher_internal:member_added');
        $ben->say('pusher:unsubscribe', ['channel' => 'presence-room'])->say('pusher:ping', [])->event('pusher:pong');
        $carl = $server->client()->subscribe('presence-room', '{"user_id":"3"}');
        $this->assertSame(
            ['1', '3'], $carl->event('pusher_internal:subscription_succeeded')['data']['presence']['ids'],
        );
        $this->assertSame('2', $ann->event('pusher_internal:member_removed')['data']['user_id']);
        $this->assertSame('3', $ann->event('pusher_internal:member_added')['data']['user_id']);
        $server->stop();
    }

    public function test_a_presence_channel_that_is_full_refuses_further_members_but_no_further_socket_of_a_member(): void
    {
        $server = new TestServer(new Settings(maxPresenceMembers: 3));
        $members = array_map(
            fn (int $id) => $server->client()->subscribe('presence-room', "{\"user_id\":{$id}}"), [1, 2, 3],
        );
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
        $this->assertSame(
            400,
            $this->server->client()->subscribe('presence-room')->event('pusher:subscription_error')['data']['status'],
        );
    }

    public function test_channel_data_with_a_number_that_json_cannot_carry_on_is_refused_and_leaves_nobody_behind(): void
    {
        $ann = $this->server->client()->subscribe('presence-room', '{"user_id":"1"}');
        $ghost = $this->server->client()->subscribe('presence-room', '{"user_id":"2","user_info":{"n":1e400}}');
        $this->assertSame(400, $ghost->event('pusher:subscription_error')['data']['status']);
        $carl = $this->server->client()->subscribe('presence-room', '{"user_id":"3"}');
        $this->assertSame(
            ['1', '3'], $carl->event('pusher_internal:subscription_succeeded')['data']['presence']['ids'],
        );
        $this->assertSame('3', $ann->event('pusher_internal:member_added')['data']['user_id']);
        $ghost->subscribe('presence-room', '{"user_id":"2"}')->event('pusher_internal:subscription_succeeded');
        $this->assertSame([], $this->server->log('bug'));
    }

    public function test_a_client_event_with_a_number_that_json_cannot_carry_on_is_refused(): void
    {
        [$from, $to] = [
            $this->server->client()->subscribe('private-a'), $this->server->client()->subscribe('private-a'),
        ];
        $to->event('pusher_internal:subscription_succeeded');
        $from->text('{"event":"client-x","channel":"private-a","data":{"n":-1e400}}');
        $this->assertStringContainsString('rejected', $from->event('pusher:error')['data']['message']);
        $from->say('client-y', [], 'private-a');
        $to->event('client-y');
        $this->assertSame([[], []], [$to->events('client-x'), $this->server->log('bug')]);
    }

    public function test_the_name_of_a_client_event_has_200_characters_at_most(): void
    {
        [$from, $to] = [
            $this->server->client()->subscribe('private-a'), $this->server->client()->subscribe('private-a'),
        ];
        $to->event('pusher_internal:subscription_succeeded');
        $from->say('client-'.str_repeat('ä', 194), [], 'private-a');
        $this->assertStringContainsString('200 characters', $from->event('pusher:error')['data']['message']);
        $from->say($longest = 'client-'.str_repeat('ä', 193), [], 'private-a');
        $this->assertSame($longest, $to->event($longest)['event']);
    }

    public function test_the_name_of_a_channel_has_164_characters_at_most(): void
    {
        $peer = $this->server->client()->say('pusher:subscribe', ['channel' => str_repeat('c', 165)]);
        $this->assertSame(400, $peer->event('pusher:subscription_error')['data']['status']);
        $peer->say(
            'pusher:subscribe', ['channel' => str_repeat('c', 164)],
        )->event('pusher_internal:subscription_succeeded');
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
        [$from, $to] = [
            $this->server->client()->subscribe('private-a'), $this->server->client()->subscribe('private-a'),
        ];
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
        $listener = $this->server->client()->subscribe('private-a')->say(
            'pusher:subscribe', ['channel' => 'news'],
        )->subscribe('private-encrypted-a');
        $peer = $this->server->client()->say(
            'pusher:subscribe', ['channel' => 'news'],
        )->subscribe('private-encrypted-a');
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
        [$from, $to] = [
            $this->server->client()->subscribe('private-a'), $this->server->client()->subscribe('private-a'),
        ];
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

    /** A server on which a socket may say so much in all. */
    private function withBytes(int $burst): TestServer
    {
        $rates = new ByteRates(perSecond: 0.001, burst: $burst, waitSeconds: 1e9);

        return new TestServer(new Settings(byteRates: $rates));
    }
}
