<?php

declare(strict_types=1);

namespace Tests\WebSockets\Cluster;

use PHPUnit\Framework\TestCase;
use ReactEpoll\EpollLoop;
use Tests\WebSockets\Harness\MemoryLog;
use Tests\WebSockets\Harness\RedisServer;
use Tests\WebSockets\Harness\TurnsLoop;
use WebSockets\Chat\News;
use WebSockets\Cluster\RedisLink;
use WebSockets\Cluster\RedisUrl;

/** The link to a real redis-server. */
final class RedisLinkTest extends TestCase
{
    use TurnsLoop;

    /** @var list<RedisServer> */
    private array $servers = [];

    /** @var array<string, list<array{News, mixed}>> what each link has heard */
    private array $heard = [];

    private MemoryLog $log;

    protected function setUp(): void
    {
        $this->loop = new EpollLoop;
        $this->log = new MemoryLog;
    }

    protected function tearDown(): void
    {
        array_map(static fn (RedisServer $server) => $server->kill(), $this->servers);
    }

    public function test_the_other_processes_get_published_news_in_order_and_the_publisher_does_not(): void
    {
        $redis = $this->redis();
        [$ann, $ben, $cleo] = [$this->link('ann', $redis->url), $this->link('ben', $redis->url), $this->link('cleo', $redis->url)];
        $this->until(fn () => $ann->isUp() && $ben->isUp() && $cleo->isUp());
        $long = str_repeat("ä\r\n", 200_000);
        $ann->publish(News::Stored, ['one' => 1]);
        $ann->publish(News::Changed);
        $ann->publish(News::Stored, $long);
        $ben->publish(News::Typing, ['2', true]);
        $this->until(fn () => count($this->heard['ben']) === 3 && count($this->heard['cleo']) === 4 && count($this->heard['ann']) === 1);
        $this->assertSame([[News::Stored, ['one' => 1]], [News::Changed, null], [News::Stored, $long]], $this->heard['ben']);
        $this->assertSame([[News::Typing, ['2', true]]], $this->heard['ann']);
    }

    public function test_two_chats_on_one_redis_get_no_news_of_each_other(): void
    {
        $redis = $this->redis();
        [$ann, $ben, $other] = [$this->link('ann', $redis->url), $this->link('ben', $redis->url), $this->link('other', $redis->url, 'other')];
        $this->until(fn () => $ann->isUp() && $ben->isUp() && $other->isUp());
        $other->publish(News::Changed);
        $ann->publish(News::Stored);
        $this->until(fn () => $this->heard['ben'] !== []);
        $this->assertSame([[News::Stored, null]], $this->heard['ben']);
    }

    public function test_a_link_waits_for_redis_to_start_and_connects_again_after_a_kill(): void
    {
        $redis = $this->redis();
        $redis->kill();
        $ann = $this->link('ann', $redis->url);
        $ben = $this->link('ben', $redis->url);
        $ann->publish(News::Stored, 'to nobody');
        foreach (['first', 'second'] as $time) {
            $redis->start();
            $ann->check();
            $ben->check();
            $this->until(fn () => $ann->isUp() && $ben->isUp());
            $ann->publish(News::Stored, $time);
            $this->until(fn () => in_array([News::Stored, $time], $this->heard['ben'], true));
            $redis->kill();
            $this->until(fn () => ! $ann->isUp() && ! $ben->isUp());
        }
        $this->assertSame([[News::Stored, 'first'], [News::Stored, 'second']], $this->heard['ben']);
    }

    public function test_a_redis_that_hangs_counts_as_away_until_it_answers_again(): void
    {
        $redis = $this->redis();
        $ann = $this->link('ann', $redis->url);
        $this->until($ann->isUp(...));
        $redis->signal(SIGSTOP);
        for ($second = 0; $second < 4; $second++) {
            $ann->check();
        }
        $this->assertFalse($ann->isUp());
        $this->assertSame('Redis does not answer', $this->log->lines('redis_failed')[0]['why']);
        $redis->signal(SIGCONT);
        $ann->check();
        $this->until($ann->isUp(...));
    }

    public function test_a_redis_that_stays_away_is_logged_once(): void
    {
        $redis = $this->redis();
        $redis->kill();
        $ann = $this->link('ann', $redis->url);
        $fails = fn (): bool => $this->log->lines('redis_failed') !== [];
        $this->until($fails);
        for ($try = 0; $try < 3; $try++) {
            $ann->check();
            $this->until($fails);
        }
        $this->assertCount(1, $this->log->lines('redis_failed'));
        $redis->start();
        $this->until($ann->isUp(...)); // it tries once a second
        $failures = count($this->log->lines('redis_failed'));
        $redis->kill();
        $this->until(fn () => count($this->log->lines('redis_failed')) > $failures);
    }

    public function test_the_link_sends_the_password_and_reports_a_wrong_one(): void
    {
        $free = stream_socket_server('tcp://127.0.0.1:0') ?: $this->fail('no port is free');
        $port = substr((string) strrchr((string) stream_socket_get_name($free, false), ':'), 1);
        fclose($free);
        $this->servers[] = new RedisServer(['--bind', '127.0.0.1', '--port', $port, '--requirepass', 'p@ss']);
        $this->until($this->link('ann', "redis://:p%40ss@127.0.0.1:{$port}")->isUp(...));
        $wrong = $this->link('ben', "redis://:wrong@127.0.0.1:{$port}");
        $this->until(fn () => $this->log->lines('redis_failed') !== []);
        $this->assertStringStartsWith('WRONGPASS', $this->log->lines('redis_failed')[0]['why']);
        $this->assertFalse($wrong->isUp());
    }

    private function redis(): RedisServer
    {
        return $this->servers[] = new RedisServer;
    }

    private function link(string $name, string $url, string $channel = 'chat'): RedisLink
    {
        $link = new RedisLink($this->loop, new RedisUrl($url), $channel, $this->log->log);
        $this->heard[$name] = [];
        $link->start(function (string $process, News $news, mixed $content) use ($name): void {
            $this->heard[$name][] = [$news, $content];
        }, static fn () => null);

        return $link;
    }
}
