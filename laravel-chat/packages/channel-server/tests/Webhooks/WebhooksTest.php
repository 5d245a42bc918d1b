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
        $ann->hangUp();
        $tab->hangUp();
        $this->server->client()->subscribe('cache-a')->event('pusher:cache_miss');
        $this->server->until(fn (): bool => count($this->told()) === 7, 'seven events');
        $this->assertSame([
            ['name' => 'channel_occupied', 'channel' => 'presence-room'],
            ['name' => 'member_added', 'channel' => 'presence-room', 'user_id' => '7'],
            ['name' => 'client_event', 'channel' => 'presence-room', 'event' => 'client-hi', 'data' => '{"a":1}', 'socket_id' => $ann->socketId, 'user_id' => '7'],
            ['name' => 'member_removed', 'channel' => 'presence-room', 'user_id' => '7'],
            ['name' => 'channel_vacated', 'channel' => 'presence-room'],
            ['name' => 'channel_occupied', 'channel' => 'cache-a'],
            ['name' => 'cache_miss', 'channel' => 'cache-a'],
        ], $this->told());
        foreach ($this->requests as [$head, $body]) {
            $this->assertStringStartsWith('POST /hook?x=1 HTTP/1.1', $head);
            $this->assertStringContainsString("\r\nX-Pusher-Key: key\r\n", $head);
            $this->assertStringContainsString("\r\nX-Pusher-Signature: ".hash_hmac('sha256', $body, 'secret')."\r\n", $head);
            $this->assertEqualsWithDelta(time() * 1000, json_decode($body)->time_ms, 60_000);
        }
    }

    public function test_each_is_told_of_the_events_it_asked_for_alone(): void
    {
        $this->serve([Webhook::fromConfig(['url' => $this->url(), 'events' => ['channel_vacated']]) ?? $this->fail()]);
        $peer = $this->server->client()->subscribe('presence-room', '{"user_id":"7"}');
        $peer->event('pusher_internal:subscription_succeeded');
        $peer->hangUp();
        $this->server->until(fn (): bool => $this->requests !== [], 'a request');
        $this->assertSame([['name' => 'channel_vacated', 'channel' => 'presence-room']], $this->told());
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
        $this->assertSame(['HTTP 500', 1], [$this->server->log('webhook_failed')[0]['why'], $this->server->log('webhook_failed')[0]['again_in_seconds']]);
        $this->assertStringNotContainsString('x=1', $this->server->log('webhook_failed')[0]['url']);
        $this->server->until(fn (): bool => $this->server->server->webhooks->isIdle(), 'the answer to the last');
        $this->assertSame(2, $this->server->server->webhooks->figures->told);
    }

    public function test_what_is_in_vain_is_given_up_in_the_end_and_what_is_too_much_is_left_out(): void
    {
        $this->serve([]);
        $loop = $this->server->server->loop;
        $figures = new WebhookFigures;
        $log = new Log(fopen('php://memory', 'w') ?: throw new RuntimeException);
        $this->answers = [500, 500];
        $queue = new WebhookQueue($loop, new HttpPosts($loop), $log, $figures, new App('1', 'key', 'secret'), new Webhook($this->url()), maxCost: 10_000, triesAfter: [0.01]);
        for ($i = 0; $i < 150; $i++) {
            $queue->add('channel_occupied', '{"name":"'.str_repeat('x', 25).'"}'); // 36 bytes, and 64 that they cost beside
        }
        $this->assertSame(50, $figures->leftOut);
        $this->server->until($queue->isIdle(...), 'the end of it');
        $queue->add('channel_occupied', '{"name":"next"}');
        $this->server->until($queue->isIdle(...), 'what came later');
        $this->assertSame([100, 1, 3], [$figures->givenUp, $figures->told, count($this->requests)]);
    }

    public function test_a_shutdown_waits_until_it_has_been_told_who_went(): void
    {
        $this->answerAfter = 0.1;
        $this->serve([new Webhook($this->url(), ['channel_vacated'])]);
        $peer = $this->server->client()->subscribe('a');
        $peer->event('pusher_internal:subscription_succeeded');
        $loop = $this->server->server->loop;
        $loop->addPeriodicTimer(0.005, fn () => in_array(8, array_column($peer->frames, 0), true) ? $peer->hangUp() : null);
        $loop->futureTick(fn () => posix_kill((int) getmypid(), SIGTERM));
        $this->server->server->serve();
        $this->assertSame(4200, $peer->closeFrame()[0]);
        $this->assertSame([1, [['name' => 'channel_vacated', 'channel' => 'a']]], [$this->server->server->webhooks->figures->told, $this->told()]);
    }

    public function test_an_address_that_is_none_and_an_event_that_there_is_not_are_refused_at_start(): void
    {
        $this->serve([]);
        $this->assertNull((new Webhook('https://example.com/hook'))->problem());
        $this->assertStringContainsString('no http', (string) (new Webhook('ftp://example.com'))->problem());
        $this->assertStringContainsString('no http', (string) (new Webhook('hook'))->problem());
        $this->assertStringContainsString('channel_ocupied', (string) (new Webhook('https://example.com', ['channel_ocupied']))->problem());
        $this->assertNull(Webhook::fromConfig(['events' => []]));
    }

    /** @param  list<Webhook>  $webhooks */
    private function serve(array $webhooks, ?Module $module = null): void
    {
        $this->server = new TestServer(webhooks: $webhooks, makeModule: $module === null ? null : static fn (): Module => $module);
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
                        fwrite($client, 'HTTP/1.1 '.(array_shift($this->answers) ?? 200)." x\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok");
                        fclose($client);
                    });
                }
            });
        });
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
