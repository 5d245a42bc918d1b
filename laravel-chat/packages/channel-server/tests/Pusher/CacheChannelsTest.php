<?php

declare(strict_types=1);

namespace ChannelServer\Tests\Pusher;

use ChannelServer\Pusher\LastEvents;
use ChannelServer\Tests\Harness\TestServer;
use PHPUnit\Framework\Attributes\TestWith;
use PHPUnit\Framework\TestCase;

final class CacheChannelsTest extends TestCase
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

    #[TestWith(['cache-news', null])]
    #[TestWith(['private-cache-news', null])]
    #[TestWith(['private-encrypted-cache-news', null])]
    #[TestWith(['presence-cache-news', '{"user_id":"1"}'])]
    public function test_who_subscribes_gets_the_last_event_or_learns_that_there_is_none(string $channel, ?string $member): void
    {
        $early = $this->server->client()->subscribe($channel, $member);
        $this->assertSame($channel, $early->event('pusher:cache_miss')['channel'] ?? null);
        foreach (['{"n":1}', '{"n":2}'] as $data) {
            $this->server->api('POST', '/apps/1/events', ['name' => 'count', 'channel' => $channel, 'data' => $data]);
        }
        $early->hangUp();
        $this->server->pass(0.02); // nobody is there any more; it is kept all the same
        $late = $this->server->client()->subscribe($channel, $member);
        $this->assertSame(['n' => 2], $late->event('count')['data']);
        $this->assertSame([0, 'pusher_internal:subscription_succeeded'], [count($late->events('pusher:cache_miss')), array_values($late->events())[1]['event'] ?? array_values($late->events())[0]['event']]);
    }

    public function test_what_nobody_listened_to_is_kept_and_a_client_event_is_not(): void
    {
        $this->server->api('POST', '/apps/1/events', ['name' => 'count', 'channel' => 'private-cache-a', 'data' => '1']);
        [$one, $two] = [$this->server->client()->subscribe('private-cache-a'), $this->server->client()->subscribe('private-cache-a')];
        $two->event('count');
        $one->say('client-x', [], 'private-cache-a');
        $two->event('client-x');
        $three = $this->server->client()->subscribe('private-cache-a');
        $three->event('count');
        $this->assertSame([], $three->events('client-x'));
    }

    public function test_other_channels_say_nothing_of_it(): void
    {
        $peer = $this->server->client()->subscribe('private-a');
        $peer->say('pusher:ping', [])->event('pusher:pong');
        $this->assertSame([], $peer->events('pusher:cache_miss'));
    }

    public function test_the_api_tells_the_last_event_where_it_is_asked_for(): void
    {
        $this->server->api('POST', '/apps/1/events', ['name' => 'count', 'channel' => 'cache-a', 'data' => '1']);
        $answer = $this->server->api('GET', '/apps/1/channels/cache-a', query: ['info' => 'cache'])[1];
        $this->assertSame([false, 'count', '1'], [$answer['occupied'], $answer['cache']['event'], $answer['cache']['data']]);
        $this->assertSame(['occupied' => false], $this->server->api('GET', '/apps/1/channels/cache-b', query: ['info' => 'cache'])[1]);
    }

    public function test_it_is_forgotten_in_half_an_hour_and_the_oldest_go_where_there_is_no_room(): void
    {
        $last = new LastEvents(3_000);
        $last->keep('a', 'e', '1', str_repeat('x', 500), 1000);
        $this->assertNotNull($last->find('a', 1000 + 1799));
        $this->assertNull($last->find('a', 1000 + 1800));
        $last->keep('b', 'e', '1', str_repeat('x', 500), 1000);
        $last->keep('a', 'e', '2', str_repeat('x', 500), 1001);
        $last->keep('c', 'e', '1', str_repeat('x', 500), 1002);
        $this->assertSame([true, false, true], array_map(fn (string $channel): bool => $last->find($channel, 1002) !== null, ['a', 'b', 'c']));
    }
}
