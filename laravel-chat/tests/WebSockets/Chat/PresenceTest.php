<?php

declare(strict_types=1);

namespace Tests\WebSockets\Chat;

use PHPUnit\Framework\TestCase;
use Tests\WebSockets\Harness\TestServer;

final class PresenceTest extends TestCase
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

    public function test_a_client_that_joins_gets_the_online_users_then_the_welcome_and_others_are_told_who_comes_and_goes(): void
    {
        $ann = $this->server->client()->join('1', 'ann');
        $ben = $this->server->client()->subscribe('presence-chat', '{"user_id":"2","user_info":{"name":"ben"}}');
        $ben->event('welcome');
        $names = array_column($ben->events(), 'event');
        $this->assertSame('pusher_internal:subscription_succeeded', $names[0]);
        $this->assertSame(['presence' => ['count' => 2, 'ids' => ['1', '2'], 'hash' => ['1' => ['name' => 'ann'], '2' => ['name' => 'ben']]]], array_values($ben->events())[0]['data']);
        $added = $ann->event('pusher_internal:member_added')['data'];
        $this->assertSame(['user_id' => '2', 'user_info' => ['name' => 'ben']], $added);
        $tab = $this->server->client()->join('2', 'ben');
        $this->assertSame([], $ann->events('pusher_internal:member_added'));
        foreach ([$ben, $tab] as $peer) {
            $peer->say('pusher:unsubscribe', ['channel' => 'presence-chat']);
        }
        $this->server->until(fn (): bool => $this->server->services->chat->presence->find('2')?->sockets === 0);
        $this->server->passGraceSeconds();
        $this->assertSame(['user_id' => '2'], $ann->event('pusher_internal:member_removed')['data']);
    }

    public function test_the_welcome_waits_for_the_first_answer_of_the_store(): void
    {
        $server = new TestServer(storeIsUp: false);
        $early = $server->client()->subscribe('presence-chat', '{"user_id":"1","user_info":{"name":"ann"}}');
        $early->event('pusher_internal:subscription_succeeded');
        $server->pass(0.02);
        $server->store->lastId = 41;
        $server->store->comeBack();
        $this->assertSame(41, $early->event('welcome')['data']['lastId']);
        $server->stop();
    }

    public function test_beyond_a_hundred_members_a_client_that_joins_gets_the_count_and_its_own_user(): void
    {
        foreach (range(1, 100) as $i) {
            $peers[] = $this->server->client()->join((string) $i);
        }
        $late = $this->server->client()->subscribe('presence-chat', '{"user_id":"101","user_info":{"name":"late"}}');
        $this->assertSame(
            ['count' => 101, 'ids' => ['101'], 'hash' => ['101' => ['name' => 'late']]],
            $late->event('pusher_internal:subscription_succeeded')['data']['presence'],
        );
        $peers[0]->event('presence');
        $this->assertCount(99, $peers[0]->events('pusher_internal:member_added'));
    }

    public function test_a_signature_of_an_ended_session_is_refused(): void
    {
        $this->server->api('POST', '/sessions/abc/close');
        $late = $this->server->client()->subscribe('presence-chat', '{"user_id":"1","user_info":{"name":"ann","session":"abc"}}');
        $this->assertSame(401, $late->event('pusher:subscription_error')['data']['status']);
        $this->assertSame(0, $this->server->api('GET', '/online')[1]['count']);
        $this->server->client()->join('1', session: 'another');
    }

    public function test_five_hundred_joins_send_few_events_and_bytes(): void
    {
        $peers = [];
        $start = hrtime(true);
        for ($i = 0; $i < 500; $i++) {
            $peers[] = $this->server->client()->subscribe('presence-chat', '{"user_id":"'.$i.'","user_info":{"name":"user '.$i.'"}}');
        }
        $peers[499]->event('welcome');
        $this->server->pass(0.8);
        // On a busy machine the joins take more windows, each of which costs one short event for each socket.
        $windows = count($peers[0]->events('presence'));
        $this->assertLessThanOrEqual(1 + (hrtime(true) - $start) * 1e-9 / 0.5, $windows);
        $bytes = array_sum(array_map(fn ($peer) => strlen($peer->received), $peers));
        $this->assertLessThan(2_400_000 + 500 * 600 * max(0, $windows - 2), $bytes);
    }
}
