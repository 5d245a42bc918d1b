<?php

declare(strict_types=1);

namespace Tests\WebSockets\Pusher;

use PHPUnit\Framework\TestCase;
use Tests\WebSockets\Harness\TestServer;

final class ChannelsTest extends TestCase
{
    private const ANN = '{"user_id":"1","user_info":{"name":"ann"}}';

    private TestServer $server;

    protected function setUp(): void
    {
        $this->server = new TestServer;
    }

    protected function tearDown(): void
    {
        $this->server->stop();
    }

    public function test_joining_needs_a_signature_of_the_same_socket_channel_and_user(): void
    {
        $peer = $this->server->client();
        $other = $this->server->client();
        $auth = fn (string $signed, string $secret = 'secret') => 'key:'.hash_hmac('sha256', $signed, $secret);
        foreach ([
            'forged' => 'key:abc',
            'another socket\'s' => $auth("{$peer->socketId}:presence-chat:".self::ANN),
            'another channel\'s' => $auth("{$other->socketId}:presence-b:".self::ANN),
            'another user\'s' => $auth("{$other->socketId}:presence-chat:".str_replace('1', '2', self::ANN)),
            'another secret\'s' => $auth("{$other->socketId}:presence-chat:".self::ANN, 'secret2'),
            'another key\'s' => 'key2:'.hash_hmac('sha256', "{$other->socketId}:presence-chat:".self::ANN, 'secret'),
            'empty' => '',
        ] as $whose => $signature) {
            $error = $other->say('pusher:subscribe', ['channel' => 'presence-chat', 'auth' => $signature, 'channel_data' => self::ANN])
                ->event('pusher:subscription_error');
            $told = [$error['channel'] ?? null, $error['data']['type'], $error['data']['status']];
            $this->assertSame(['presence-chat', 'AuthError', 401], $told, $whose);
        }
        $other->subscribe('presence-chat', self::ANN)->event('pusher_internal:subscription_succeeded');
    }

    public function test_the_chat_is_the_only_channel_and_needs_channel_data(): void
    {
        foreach (['presence-room', 'private-room', 'news', ''] as $channel) {
            $this->assertSame(400, $this->refusal($channel, self::ANN));
        }
        $faults = ['nonsense', '[]', '7', '{}', '{"user_id":""}', '{"user_id":["a"]}', '{"user_id":"1"}', str_repeat('[', 100)];
        foreach ($faults as $fault) {
            $this->assertSame(400, $this->refusal('presence-chat', $fault), $fault);
        }
    }

    public function test_subscribing_twice_is_an_error_and_changes_nothing(): void
    {
        $peer = $this->server->client()->subscribe('presence-chat', self::ANN)->subscribe('presence-chat', self::ANN);
        $this->assertStringContainsString('Existing subscription', $peer->event('pusher:error')['data']['message']);
        $this->assertCount(1, $peer->events('pusher_internal:subscription_succeeded'));
    }

    public function test_a_client_that_left_gets_no_messages_and_may_join_again(): void
    {
        $peer = $this->server->client()->join('1')->say('pusher:unsubscribe', ['channel' => 'presence-chat']);
        $this->server->client()->join('2')->send('hi', 'a')->event('messages');
        $peer->join('1');
        $this->assertSame([], $peer->events('messages'));
    }

    public function test_client_events_are_rejected_from_clients_that_have_not_joined(): void
    {
        foreach (['presence-chat', 'nowhere'] as $channel) {
            $peer = $this->server->client()->say('client-message', ['text' => 'hi', 'clientId' => 'a'], $channel);
            $this->assertStringContainsString('rejected', $peer->event('pusher:error')['data']['message'], $channel);
        }
        $peer = $this->server->client()->join('1')->say('client-x', [], 'presence-chat');
        $this->assertStringContainsString('rejected', $peer->event('pusher:error')['data']['message']);
    }

    private function refusal(string $channel, string $data): int
    {
        return $this->server->client()->subscribe($channel, $data)->event('pusher:subscription_error')['data']['status'];
    }

    public function test_a_user_types_on_when_another_tab_closes_and_no_longer_when_the_last_one_does(): void
    {
        $watcher = $this->server->client()->join('2');
        [$tab, $other] = [$this->server->client()->join('1'), $this->server->client()->join('1')];
        $tab->say('client-typing', [], 'presence-chat');
        $this->assertSame(1, $watcher->event('typing')['data']['count']);
        $presence = $this->server->services->chat->presence;
        foreach ([[$other, 1, 0], [$tab, 0, 1]] as [$closing, $left, $events]) {
            $closing->hangUp();
            $this->server->until(static fn (): bool => $presence->find('1')?->sockets === $left, 'the end of a tab');
            $this->server->pass(0.6); // time for an event
            $this->assertCount($events, $watcher->events('typing'));
        }
    }
}
