<?php

declare(strict_types=1);

namespace Tests\WebSockets\Pusher;

use PHPUnit\Framework\TestCase;
use Tests\WebSockets\Harness\TestServer;

final class ChannelsTest extends TestCase
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

    public function test_anybody_may_subscribe_to_a_public_channel(): void
    {
        $peer = $this->server->client()->say('pusher:subscribe', ['channel' => 'news']);
        $event = $peer->event('pusher_internal:subscription_succeeded');
        $this->assertSame(['news', []], [$event['channel'] ?? null, $event['data']]);
    }

    public function test_a_private_channel_needs_a_signature_for_this_very_socket_and_channel(): void
    {
        $peer = $this->server->client()->subscribe('private-a');
        $peer->event('pusher_internal:subscription_succeeded');
        $other = $this->server->client();
        $auth = fn (string $signed, string $secret = 'secret') => 'key:'.hash_hmac('sha256', $signed, $secret);
        foreach ([
            'forged' => 'key:abc',
            'another socket\'s' => $auth("{$peer->socketId}:private-a"),
            'another channel\'s' => $auth("{$other->socketId}:private-b"),
            'another secret\'s' => $auth("{$other->socketId}:private-a", 'secret2'),
            'another key\'s' => 'key2:'.hash_hmac('sha256', "{$other->socketId}:private-a", 'secret'),
            'empty' => '',
        ] as $whose => $signature) {
            $error = $other->say('pusher:subscribe', ['channel' => 'private-a', 'auth' => $signature])
                ->event('pusher:subscription_error');
            $told = [$error['channel'] ?? null, $error['data']['type'], $error['data']['status']];
            $this->assertSame(['private-a', 'AuthError', 401], $told, $whose);
        }
        $other->subscribe('private-a')->event('pusher_internal:subscription_succeeded');
    }

    public function test_the_chat_is_the_only_presence_channel_and_needs_channel_data(): void
    {
        $data = '{"user_id":"1","user_info":{"name":"ann"}}';
        $this->assertSame(400, $this->refusal('presence-room', $data));
        $faults = ['nonsense', '[]', '7', '{}', '{"user_id":""}', '{"user_id":["a"]}', '{"user_id":"1"}', '{"user_id":"'.str_repeat('x', 129).'","user_info":{"name":"a"}}', str_repeat('[', 100)];
        foreach ($faults as $fault) {
            $this->assertSame(400, $this->refusal('presence-chat', $fault), $fault);
        }
        $this->server->client()->join('7', 'ann');
    }

    public function test_the_name_of_a_channel_has_164_characters_at_most(): void
    {
        $peer = $this->server->client()->say('pusher:subscribe', ['channel' => str_repeat('c', 165)]);
        $this->assertSame(400, $peer->event('pusher:subscription_error')['data']['status']);
        $peer->say('pusher:subscribe', ['channel' => str_repeat('c', 164)])->event('pusher_internal:subscription_succeeded');
    }

    public function test_subscribing_twice_is_an_error_and_changes_nothing(): void
    {
        $peer = $this->server->client()->subscribe('private-a')->subscribe('private-a');
        $this->assertStringContainsString('Existing subscription', $peer->event('pusher:error')['data']['message']);
        $this->assertCount(1, $peer->events('pusher_internal:subscription_succeeded'));
    }

    public function test_who_has_not_joined_gets_a_few_channels_and_may_still_join(): void
    {
        $server = new TestServer(rateLimits: false);
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

    public function test_client_events_are_taken_from_subscribers_of_the_chat_alone(): void
    {
        $listener = $this->server->client()->subscribe('private-a');
        $peer = $this->server->client()->subscribe('private-a')->say('pusher:subscribe', ['channel' => 'news']);
        foreach (['private-a', 'news', 'presence-chat', 'nowhere'] as $channel) {
            $peer->say('client-x', [], $channel);
            $this->assertStringContainsString('rejected', $peer->event('pusher:error')['data']['message'], $channel);
        }
        $this->assertSame([], $listener->events('client-x'));
    }

    private function refusal(string $channel, string $data): int
    {
        return $this->server->client()->subscribe($channel, $data)->event('pusher:subscription_error')['data']['status'];
    }
}
