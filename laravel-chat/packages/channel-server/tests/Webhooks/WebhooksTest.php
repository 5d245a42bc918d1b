<?php

declare(strict_types=1);

namespace ChannelServer\Tests\Webhooks;

use ChannelServer\Log;
use ChannelServer\Module;
use ChannelServer\Pusher\App;
use ChannelServer\Pusher\Channel;
use ChannelServer\Pusher\ChannelMaker;
use ChannelServer\Pusher\Client;
use ChannelServer\Pusher\Incoming;
use ChannelServer\Pusher\Outgoing;
use ChannelServer\Pusher\Webhook;
use ChannelServer\Tests\Harness\TestServer;
use ChannelServer\Webhooks\HttpPosts;
use ChannelServer\Webhooks\WebhookFigures;
use ChannelServer\Webhooks\WebhookQueue;
use PHPUnit\Framework\TestCase;
use RuntimeException;

final class WebhooksTest extends TestCase
{
    private TestServer $server;

    /** @var resource */
    private $listening;

    /** @var list<array{string, string}> head and body of the requests that came */
    private array $requests = [];

    /** @var list<int> statuses of the answers to come; then 200 */
    private array $answers = [];

    /** s */
    private float $answerAfter = 0.0;

    protected function setUp(): void
    {
        $this->listening = stream_socket_server('tcp://127.0.0.1:0') ?: throw new RuntimeException;
        stream_set_blocking($this->listening, false);
    }

    protected function tearDown(): void
    {
        $this->server->stop();
        fclose($this->listening);
    }

    public function test_it_is_told_who_comes_and_goes_and_what_clients_say_signed_as_pusher_signs(): void
    {
        $this->serve([new Webhook($this->url())]);
        $ann = $this->server->client()->subscribe('presence-room', '{"user_id":"7"}');
        $tab = $this->server->client()->subscribe('presence-room', '{"user_id":"7"}');
        $tab->event('pusher_internal:subscription_succeeded');
        $ann->say('client-hi', ['a' => 1], 'presence-room');
        $tab->event('client-hi');
        $this->server->until(fn (): bool => count($this->told()) === 3, 'three events');
        $ann->hangUp();
        $tab->hangUp();
        $this->server->client()->subscribe('cache-a')->event('pusher:cache_miss');
        $this->server->until(fn (): bool => count($this->told()) === 7, 'seven events');
        $this->assertSame([
            ['name' => 'channel_occupied', 'channel' => 'presence-room'],
            ['name' => 'member_added', 'channel' => 'presence-room', 'user_id' => '7'],
            [
                'name' => 'client_event', 'channel' => 'presence-room', 'event' => 'client-hi', 'data' => '{"a":1}',
                'socket_id' => $ann->socketId, 'user_id' => '7',
            ],
            ['name' => 'member_removed', 'channel' => 'presence-room', 'user_id' => '7'],
            ['name' => 'channel_vacated', 'channel' => 'presence-room'],
            ['name' => 'channel_occupied', 'channel' => 'cache-a'],
            ['name' => 'cache_miss', 'channel' => 'cache-a'],
        ], $this->told());
        foreach ($this->requests as [$head, $body]) {
            $this->assertStringStartsWith('POST /hook?x=1 HTTP/1.1', $head);
            $this->assertStringContainsString("\r\nX-Pusher-Key: key\r\n", $head);
            $this->assertStringContainsString(
                "\r\nX-Pusher-Signature: ".hash_hmac('sha256', $body, 'secret')."\r\n", $head,
            );
            $this->assertEqualsWithDelta(time() * 1000, json_decode($body)->time_ms, 60_000);
        }
    }

    public function test_each_is_told_of_the_events_it_asked_for_alone(): void
    {
        $this->serve([Webhook::fromConfig(['url' => $this->url(), 'events' => ['channel_vacated']]) ?? $this->fail()]);
        $peer = $this->server->client()->subscribe('presence-room', '{"user_id":"7"}');
        $peer->event('pusher_internal:subscription_succeeded');
        $this->server->until(
            fn (): bool => $this->server->server->webhooks->isIdle(), 'the time in which it may leave untold',
        );
        $peer->hangUp();
        $this->server->until(fn (): bool => $this->requests !== [], 'a request');
        $this->assertSame([['name' => 'channel_vacated', 'channel' => 'presence-room']], $this->told());
    }

    public function test_strangers_who_come_and_go_without_end_are_told_of_to_nobody_and_hold_nobody_up(): void
    {
        $this->serve([new Webhook($this->url())]);
        $strangers = [$this->server->client(), $this->server->client()];
        for ($i = 0; $i < 300; $i++) {
            foreach ($strangers as $n => $stranger) {
                $stranger->say('pusher:subscribe', ['channel' => "cache-{$n}-{$i}"])->say(
                    'pusher:unsubscribe', ['channel' => "cache-{$n}-{$i}"],
                );
            }
        }
        foreach ($strangers as $stranger) {
            $stranger->say('pusher:ping', [])->event('pusher:pong');
        }
        $this->server->client()->subscribe('private-a')->event('pusher_internal:subscription_succeeded');
        $this->server->until(fn (): bool => $this->server->server->webhooks->isIdle(), 'all that is to be told');
        $this->assertSame([['name' => 'channel_occupied', 'channel' => 'private-a']], $this->told());
    }

    public function test_who_leaves_and_is_back_before_it_was_told_is_not_told_of(): void
    {
        $this->serve([new Webhook($this->url())]);
        $ann = $this->server->client()->subscribe('presence-room', '{"user_id":"7"}');
        $this->server->until(fn (): bool => count($this->told()) === 2, 'the first two');
        $ann->say(
            'pusher:unsubscribe', ['channel' => 'presence-room'],
        )->subscribe('presence-room', '{"user_id":"7"}')->say('client-hi', [], 'presence-room');
        $this->server->until(fn (): bool => count($this->told()) >= 3, 'what came after');
        $this->assertSame(['channel_occupied', 'member_added', 'client_event'], array_column($this->told(), 'name'));
    }

    public function test_a_large_event_that_found_no_room_in_a_request_begins_the_next(): void
    {
        $this->serve([]);
        $queue = $this->queue(new WebhookFigures, maxCost: 4_000_000);
        for ($i = 0; $i < 200; $i++) {
            $queue->add('client_event', null, '{"name":"flood","data":"'.str_repeat('x', 5_000).'"}', '192.0.2.1');
        }
        $queue->add('client_event', null, '{"name":"other","data":"'.str_repeat('x', 30_000).'"}', '192.0.2.2');
        $this->server->until($queue->isIdle(...), 'the end of it');
        $withOther = array_filter(
            $this->requests, static fn (array $request): bool => str_contains($request[1], 'other'),
        );
        $this->assertSame([1], array_keys($withOther));
    }

    public function test_a_cache_miss_that_waits_already_is_told_once(): void
    {
        $this->serve([new Webhook($this->url())]);
        $peers = array_map(fn () => $this->server->client()->subscribe('cache-a'), range(1, 3));
        $peers[2]->event('pusher:cache_miss');
        $this->server->until(fn (): bool => $this->server->server->webhooks->isIdle(), 'all that is to be told');
        $this->assertSame(['channel_occupied', 'cache_miss'], array_column($this->told(), 'name'));
    }

    public function test_each_address_has_its_turn_and_where_the_room_is_full_the_longest_line_loses(): void
    {
        $this->serve([]);
        $figures = new WebhookFigures;
        $queue = $this->queue($figures, maxCost: 100_000);
        for ($i = 0; $i < 1000; $i++) {
            $queue->add('client_event', null, '{"name":"flood"}', '192.0.2.1');
        }
        $this->assertGreaterThan(0, $left = $figures->leftOut);
        $queue->add('client_event', null, '{"name":"other"}', '192.0.2.2');
        $this->assertSame($left + 1, $figures->leftOut);
        $this->server->until(fn (): bool => $this->requests !== [], 'a request');
        $this->assertSame(['flood' => 99, 'other' => 1], array_count_values(array_column($this->told(), 'name')));
        $this->server->until($queue->isIdle(...), 'the end of it');
        $this->assertSame(1001, $figures->told + $figures->leftOut);
        $this->assertCount(1, array_keys(array_column($this->told(), 'name'), 'other', true));
    }

    public function test_of_what_a_modules_channel_answers_instead_of_relaying_it_is_told_nothing(): void
    {
        $this->serve([new Webhook($this->url(), ['client_event'])], new class extends Module
        {
            public function channels(): ChannelMaker
            {
                return new class extends ChannelMaker
                {
                    public function make(App $app, string $name): Channel
                    {
                        return $name !== 'private-own' ? parent::make($app, $name) : new class($name) extends Channel
                        {
                            public function clientEvent(Client $from, Incoming $event): void
                            {
                                $from->refuse(Outgoing::error(null, 'refused'));
                            }
                        };
                    }
                };
            }
        });
        $peer = $this->server->client()->subscribe('private-own')->subscribe('private-room');
        $peer->say('client-refused', [], 'private-own')->say('client-relayed', [], 'private-room');
        $this->server->until(fn (): bool => $this->requests !== [], 'a request');
        $this->assertSame(['client-relayed'], array_column($this->told(), 'event'));
        $this->assertSame('refused', $peer->event('pusher:error')['data']['message']);
    }

    public function test_what_was_refused_goes_again_as_it_was_and_before_what_came_later(): void
    {
        $this->answers = [500];
        $this->serve([new Webhook($this->url())]);
        $this->server->client()->subscribe('a')->event('pusher_internal:subscription_succeeded');
        $this->server->until(fn (): bool => count($this->requests) === 1, 'a first try');
        $this->server->client()->subscribe('b')->event('pusher_internal:subscription_succeeded');
        $this->server->until(fn (): bool => count($this->requests) === 3, 'a second try, and the next');
        $this->assertSame($this->requests[0], $this->requests[1]);
        $this->assertSame(['a', 'a', 'b'], array_column($this->told(), 'channel'));
        $this->assertSame(
            ['HTTP 500', 1],
            [
                $this->server->log('webhook_failed')[0]['why'],
                $this->server->log('webhook_failed')[0]['again_in_seconds'],
            ],
        );
        $this->assertStringNotContainsString('x=1', $this->server->log('webhook_failed')[0]['url']);
        $this->server->until(fn (): bool => $this->server->server->webhooks->isIdle(), 'the answer to the last');
        $this->assertSame(2, $this->server->server->webhooks->figures->told);
    }

    public function test_what_is_in_vain_is_given_up_in_the_end_and_what_is_too_much_is_left_out(): void
    {
        $this->serve([]);
        $figures = new WebhookFigures;
        $this->answers = [500, 500];
        $queue = $this->queue($figures, maxCost: 100 * (36 + 250));
        for ($i = 0; $i < 150; $i++) {
            $queue->add(
                'channel_occupied', "room-{$i}", '{"name":"'.str_repeat('x', 25).'"}', '192.0.2.1',
            ); // 36 bytes, and 250 that they cost beside
        }
        $this->assertSame(50, $figures->leftOut);
        $this->server->until($queue->isIdle(...), 'the end of it');
        $queue->add('channel_occupied', 'next', '{"name":"next"}', '192.0.2.1');
        $this->server->until($queue->isIdle(...), 'what came later');
        $this->assertSame([100, 1, 3], [$figures->givenUp, $figures->told, count($this->requests)]);
    }

    public function test_a_shutdown_waits_until_it_has_been_told_who_went(): void
    {
        $this->answerAfter = 0.1;
        $this->serve([new Webhook($this->url(), ['channel_vacated'])]);
        $peer = $this->server->client()->subscribe('a');
        $peer->event('pusher_internal:subscription_succeeded');
        $this->server->until(
            fn (): bool => $this->server->server->webhooks->isIdle(), 'the time in which it may leave untold',
        );
        $loop = $this->server->server->loop;
        $loop->addPeriodicTimer(
            0.005, fn () => in_array(8, array_column($peer->frames, 0), true) ? $peer->hangUp() : null,
        );
        $loop->futureTick(fn () => posix_kill((int) getmypid(), SIGTERM));
        $this->server->server->serve();
        $this->assertSame(4200, $peer->closeFrame()[0]);
        $this->assertSame(
            [1, [['name' => 'channel_vacated', 'channel' => 'a']]],
            [$this->server->server->webhooks->figures->told, $this->told()],
        );
    }

    public function test_once_all_is_told_there_is_nothing_to_wait_for(): void
    {
        $this->serve([]);
        $figures = new WebhookFigures;
        $queue = $this->queue($figures, maxCost: 4_000_000);
        $queue->add('client_event', null, '{"name":"one"}', '192.0.2.1');
        $this->assertFalse($queue->isIdle());
        $this->server->until(static fn (): bool => $figures->told === 1, 'the answer');
        $this->assertTrue($queue->isIdle());
    }

    public function test_an_address_that_is_none_and_an_event_that_there_is_not_are_refused_at_start(): void
    {
        $this->serve([]);
        $this->assertNull((new Webhook('https://example.com/hook'))->problem());
        $this->assertStringContainsString('no http', (string) (new Webhook('ftp://example.com'))->problem());
        $this->assertStringContainsString('no http', (string) (new Webhook('hook'))->problem());
        $this->assertStringContainsString(
            'channel_ocupied', (string) (new Webhook('https://example.com', ['channel_ocupied']))->problem(),
        );
        $this->assertNull(Webhook::fromConfig(['events' => []]));
    }

    /** @param  list<Webhook>  $webhooks */
    private function serve(array $webhooks, ?Module $module = null): void
    {
        $this->server = new TestServer(
            webhooks: $webhooks, makeModule: $module === null ? null : static fn (): Module => $module,
        );
        $loop = $this->server->server->loop;
        $loop->addReadStream($this->listening, function () use ($loop): void {
            $client = stream_socket_accept($this->listening) ?: throw new RuntimeException;
            stream_set_blocking($client, false);
            $came = '';
            $loop->addReadStream($client, function () use ($client, $loop, &$came): void {
                $came .= fread($client, 65_536);
                [$head, $body] = explode("\r\n\r\n", $came, 2) + [1 => ''];
                if (preg_match('/Content-Length: (\d+)/i', $head, $length) === 1 && strlen($body) === (int) $length[1]) {
                    $this->requests[] = [$head."\r\n", $body];
                    $loop->removeReadStream($client);
                    $loop->addTimer($this->answerAfter, function () use ($client): void {
                        fwrite(
                            $client,
                            'HTTP/1.1 '.(array_shift($this->answers) ?? 200)." x\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok",
                        );
                        fclose($client);
                    });
                }
            });
        });
    }

    private function queue(WebhookFigures $figures, int $maxCost): WebhookQueue
    {
        $loop = $this->server->server->loop;
        $log = new Log(fopen('php://memory', 'w') ?: throw new RuntimeException);

        return new WebhookQueue(
            $loop, new HttpPosts($loop), $log, $figures, new App('1', 'key', 'secret'), new Webhook($this->url()),
            maxCost: $maxCost, triesAfter: [0.01], gatherSeconds: 0.01,
        );
    }

    /** @return non-empty-string */
    private function url(): string
    {
        return 'http://'.stream_socket_get_name($this->listening, false).'/hook?x=1';
    }

    /** @return list<array<string, string>> */
    private function told(): array
    {
        $told = [];
        foreach ($this->requests as [, $body]) {
            array_push($told, ...json_decode($body, true)['events']);
        }

        return $told;
    }
}
