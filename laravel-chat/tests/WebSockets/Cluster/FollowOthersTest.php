<?php

declare(strict_types=1);

namespace Tests\WebSockets\Cluster;

use ArrayObject;
use PHPUnit\Framework\TestCase;
use Tests\WebSockets\Harness\MemoryLog;
use Tests\WebSockets\Harness\Peer;
use Tests\WebSockets\Harness\RedisServer;
use Tests\WebSockets\Harness\TestServer;
use WebSockets\Chat\News;
use WebSockets\Cluster\RedisLink;
use WebSockets\Cluster\RedisUrl;

/**
 * Two processes of one chat lose news; they have a real redis-server, and one store in memory. contract/peers tests
 * processes that lose none.
 */
final class FollowOthersTest extends TestCase
{
    private RedisServer $redis;

    private TestServer $here;

    private TestServer $there;

    protected function setUp(): void
    {
        $this->redis = new RedisServer;
        $this->here = $this->process();
        $this->there = $this->process();
        $this->link($this->here, $this->there);
        $this->untilHealthIs('ok');
    }

    protected function tearDown(): void
    {
        $this->here->stop();
        $this->there->stop();
        $this->redis->kill();
    }

    public function test_a_process_that_starts_later_lists_all_online_users(): void
    {
        $this->here->client()->join('1', 'ann');
        $this->there->client()->join('2', 'ben');
        $late = $this->process();
        $late->beside = $this->here;
        $late->until(function () use ($late): bool {
            $this->there->turn();

            return $this->secondPasses() && count($this->online($late)) === 2;
        }, 'the users of both');
        $this->assertSame(['1' => 'ann', '2' => 'ben'], $this->online($late));
        $late->stop();
    }

    public function test_users_of_a_silent_process_leave_and_come_back_with_it(): void
    {
        $ann = $this->here->client()->join('1', 'ann');
        $this->there->client()->join('2', 'ben');
        $this->there->client()->join('1', 'ann');
        $ann->event('pusher_internal:member_added');
        $this->here->beside = null; // it stands still
        for ($second = 0; $second < 7; $second++) {
            $this->here->services->followOthers?->beat();
        }
        $this->assertSame(['1' => 'ann'], $this->online($this->here));
        $this->here->beside = $this->there;
        $this->here->until(fn () => $this->secondPasses() && count($this->online($this->here)) === 2, 'ben to be back');
    }

    public function test_typing_goes_on_if_the_user_has_left_another_process_alone(): void
    {
        [$ann, $ben] = [$this->here->client()->join('1', 'ann'), $this->here->client()->join('2', 'ben')];
        [$tab, $cleo] = [$this->there->client()->join('1', 'ann'), $this->there->client()->join('3', 'cleo')];
        $this->here->until(fn () => count($this->online($this->here)) === 3, 'cleo to be known here');
        $ann->say('client-typing', [], 'presence-chat');
        foreach ([$ben, $cleo] as $peer) {
            $this->assertSame(['ann'], self::typing($peer));
        }
        $tab->hangUp();
        $this->leaves('1', $this->there);
        $cleo->say('client-typing', [], 'presence-chat'); // Redis keeps the order: ann has left there before
        foreach ([$ben, $cleo] as $peer) {
            $this->assertSame(['ann', 'cleo'], self::typing($peer));
        }
    }

    /** @return list<string> who types, by the next event */
    private static function typing(Peer $peer): array
    {
        return array_column($peer->event('typing')['data']['users'], 'name');
    }

    public function test_while_redis_is_away_messages_are_stored_and_broadcast_and_none_is_missing_afterwards(): void
    {
        $ann = $this->here->client()->join('1', 'ann', 'abc');
        [$tab, $ben] = [$this->there->client()->join('1', 'ann', 'abc'), $this->there->client()->join('2', 'ben')];
        $ann->event('pusher_internal:member_added'); // of ben, so the tab is known here too
        $this->redis->kill();
        $this->untilHealthIs('degraded');
        $ann->send('a', 'a');
        $ben->send('b', 'b');
        foreach ([$ann, $ben] as $peer) {
            $peer->event('ack');
        }
        $this->secondPasses();
        $this->here->until(fn () => count(self::ids($ann)) === 2 && count(self::ids($ben)) === 2, 'the messages of both');
        $this->there->store->ended = ['abc'];
        $this->here->api('POST', '/sessions/abc/close');
        $cleo = $this->there->client()->join('3', 'cleo');
        $this->assertCount(2, $this->online($this->here));

        $this->redis->start();
        $this->untilHealthIs('ok');
        $this->there->until(fn () => $this->secondPasses() && $tab->isClosing(), 'the end of the session there too');
        $this->assertSame([4009, 4009], [$ann->closeFrame()[0], $tab->closeFrame()[0]]);
        foreach ([$this->here, $this->there] as $server) {
            $server->passSeconds(4); // these clients do not answer the close frame
            $this->leaves('1', $server);
        }
        $this->here->until(fn () => $this->online($this->here) === ['2' => 'ben', '3' => 'cleo'], 'ben and cleo alone');
        $cleo->send('c', 'c');
        $this->here->until(fn () => count(self::ids($ben)) === 3, 'the third message');
        $this->assertSame([1, 2, 3], self::ids($ben));
        $this->assertSame([1, 2], self::ids($ann));
    }

    public function test_a_process_that_counts_other_users_asks_one_process_and_that_one_alone_answers(): void
    {
        $heard = new ArrayObject;
        $other = new RedisLink($this->here->services->loop, new RedisUrl($this->redis->url), 'laravel-chat:chat', (new MemoryLog)->log);
        $other->start(static fn (string $process, News $news, mixed $content) => $heard->append([$news, $content, $process]), static fn () => null);
        $this->here->until($other->isUp(...));
        $other->publish(News::Users, []);
        // Redis keeps the order: the questions of both come after all that they published before.
        $untilBothAsk = function () use ($other, $heard): array {
            $heard->exchangeArray([]);
            $other->publish(News::Here, [0, 0, 5]);
            $asks = static fn (array $news): bool => [$news[0], $news[1]] === [News::Who, $other->id];
            $this->here->until(static fn () => count(array_filter((array) $heard, $asks)) === 2, 'the questions of both');

            return (array) $heard;
        };
        $untilBothAsk();
        $this->secondPasses();
        $untilBothAsk();
        $here = (string) $this->here->services->link?->id;
        $other->publish(News::Who, $here);
        $news = $untilBothAsk();
        $this->secondPasses();
        $users = array_filter([...$news, ...$untilBothAsk()], static fn (array $news): bool => $news[0] === News::Users);
        $this->assertSame([$here], array_column($users, 2));
    }

    private function process(): TestServer
    {
        return new TestServer(rateLimits: false, redis: $this->redis->url);
    }

    private function link(TestServer $one, TestServer $other): void
    {
        [$one->beside, $other->beside] = [$other, $one];
        [$one->store->beside, $other->store->beside] = [$other->store, $one->store];
    }

    /** Lets the grace time pass after the last socket of the user there. */
    private function leaves(string $user, TestServer $server): void
    {
        $server->until(fn () => $server->services->chat->presence->find($user)?->sockets === 0, 'their last socket to be gone');
        $server->passGraceSeconds();
    }

    /** Lets a second pass for both. */
    private function secondPasses(): bool
    {
        foreach ([$this->here, $this->there] as $server) {
            $server->services->followOthers?->beat();
        }

        return true;
    }

    private function untilHealthIs(string $status): void
    {
        foreach ([$this->here, $this->there] as $server) {
            for ($end = microtime(true) + 60; ($health = $server->api('GET', '/health'))[1]['status'] !== $status; $server->pass(0.05)) {
                $this->assertLessThan($end, microtime(true), "Waited in vain for health to be {$status}");
            }
            $this->assertSame(200, $health[0]);
        }
    }

    /**
     * @return array<array-key, string> names by id
     *
     * @phpstan-impure
     */
    private function online(TestServer $of): array
    {
        $users = array_column($of->services->chat->presence->list()['users'], 'name', 'id');
        ksort($users);

        return $users;
    }

    /** @return list<int> of the messages that were told */
    private static function ids(Peer $to): array
    {
        $ids = [];
        foreach ($to->events('messages') as $event) {
            array_push($ids, ...array_column($event['data']['messages'], 'id'));
        }

        return $ids;
    }
}
