<?php

declare(strict_types=1);

namespace Tests\WebSockets\Chat;

use PHPUnit\Framework\TestCase;
use Tests\WebSockets\Harness\Peer;
use Tests\WebSockets\Harness\TestServer;

final class StoredMessagesTest extends TestCase
{
    private TestServer $server;

    protected function setUp(): void
    {
        $this->server = new TestServer(rateLimits: false);
    }

    protected function tearDown(): void
    {
        $this->server->stop();
    }

    public function test_an_announced_message_is_broadcast_once_and_unchanged(): void
    {
        $ann = $this->server->client()->join('1');
        $this->announce([$this->message(1)]);
        $this->assertSame(['messages' => [$this->message(1)]], $ann->event('messages')['data']);
        $this->announce([$this->message(1)]);
        $this->server->pass(0.1);
        $this->assertSame([], $ann->events('messages'));
    }

    public function test_messages_announced_out_of_order_are_broadcast_in_order_without_reading_the_store(): void
    {
        $ann = $this->server->client()->join('1');
        $this->announce([$this->message(3), $this->message(2), $this->message(1)]);
        $this->assertSame([1, 2, 3], $this->told($ann, 3));
        $this->assertSame([], $this->server->store->reads);
    }

    public function test_a_message_that_is_read_from_the_store_and_then_announced_is_broadcast_once(): void
    {
        $ann = $this->server->client()->join('1');
        $this->stores(1, 2, 3);
        $this->say([$this->message(3)]);
        $this->assertSame([1, 2, 3], $this->told($ann, 3));
        $this->say([$this->message(2)]);
        $this->say([$this->message(1)]);
        $this->server->pass(0.05);
        $this->assertSame([], $ann->events('messages'));
        $this->assertSame([0], $this->server->store->reads);
    }

    public function test_later_messages_wait_for_an_earlier_one_that_the_store_reads_slowly(): void
    {
        $ann = $this->server->client()->join('1');
        $ben = $this->server->client()->join('2');
        $this->server->store->readSeconds = 0.5;
        $this->stores(1);
        for ($id = 2; $id <= 6; $id++) {
            $ben->send('meanwhile', "b{$id}");
            $this->assertTrue($ben->event('ack')['data']['ok']);
        }
        $this->announce([$this->message(7)]);
        $this->assertSame(range(1, 7), $this->told($ann, 7));
        $this->assertSame(range(1, 7), $this->told($ben, 7));
        $this->assertSame([0], $this->server->store->reads);
    }

    public function test_a_hole_that_the_store_has_too_delays_no_message(): void
    {
        $ann = $this->server->client()->join('1');
        $this->stores(1, 3);
        $this->say([$this->message(1), $this->message(3)]);
        $this->assertSame([1, 3], $this->told($ann, 2));
        $this->announce([$this->message(2)]);
        $ann->send('next', 'a');
        $this->assertSame([4], $this->told($ann, 1));
        $this->assertSame([1], $this->server->store->reads);
    }

    public function test_a_hole_is_filled_by_the_first_answer_after_the_store_was_away(): void
    {
        $ann = $this->server->client()->join('1');
        $this->server->store->unreadable = true;
        $this->stores(1);
        $ann->send('second', 'a');
        $this->assertTrue($ann->event('ack')['data']['ok']);
        $this->server->until(fn () => count($this->server->store->reads) > 1, 'a second read');
        $this->assertSame([], $ann->events('messages'));
        $this->server->store->unreadable = false;
        $this->assertSame([1, 2], $this->told($ann, 2));
    }

    public function test_a_hole_larger_than_one_read_is_filled_by_several(): void
    {
        $ann = $this->server->client()->join('1');
        $this->stores(...range(1, 1500));
        $ann->send('on', 'a');
        $this->assertSame(range(1, 1501), $this->told($ann, 1501));
        $this->assertSame([0, 1000], $this->server->store->reads);
    }

    public function test_messages_announced_while_the_storing_process_is_gone_are_broadcast_at_once(): void
    {
        $ann = $this->server->client()->join('1');
        $this->server->store->die();
        $this->announce([$this->message(1)]);
        $this->announce([$this->message(2)]);
        $this->assertSame([1, 2], $this->told($ann, 2));
    }

    public function test_messages_up_to_the_newest_id_that_the_store_first_reports_are_not_broadcast(): void
    {
        $server = new TestServer(storeIsUp: false);
        $server->store->lastId = 7;
        $ann = $server->client()->subscribe('presence-chat', '{"user_id":"1","user_info":{"name":"ann"}}');
        foreach (range(1, 7) as $id) {
            $server->store->wrote($id, (string) json_encode($this->message($id)));
        }
        $this->assertSame(200, $server->api('POST', '/events/messages', json_encode(['messages' => [$this->message(7)]]))[0]);
        $server->store->comeBack();
        $this->assertSame(7, $ann->event('welcome')['data']['lastId']);
        $server->api('POST', '/events/messages', json_encode(['messages' => [$this->message(3)]]));
        $server->pass(0.15);
        $this->assertSame([], $ann->events('messages'));
        $server->stop();
    }

    public function test_a_message_newer_than_the_id_that_the_store_first_reports_is_broadcast(): void
    {
        $server = new TestServer(storeIsUp: false);
        $server->store->lastId = 7;
        $ann = $server->client()->subscribe('presence-chat', '{"user_id":"1","user_info":{"name":"ann"}}');
        $server->api('POST', '/events/messages', json_encode(['messages' => [$this->message(8)]]));
        $server->store->comeBack();
        $server->store->wrote(8, (string) json_encode($this->message(8)));
        $this->assertSame([8], array_column($ann->event('messages')['data']['messages'], 'id'));
        $this->assertSame([7], $server->store->reads);
        $server->stop();
    }

    public function test_a_store_that_dies_with_a_batch_gets_it_again_and_its_messages_are_broadcast_once(): void
    {
        $ann = $this->server->client()->join('1');
        $this->server->store->held = true;
        $ann->send('x', 'a');
        $this->server->until(fn () => count($this->server->store->batches) === 1);
        // It had committed, but died before it could say so.
        $this->server->store->die();
        $this->assertStringContainsString('503 Service Unavailable', $this->server->peer()->get('/health'));
        $this->server->store->comeBack();
        $this->assertTrue($ann->event('ack')['data']['ok']);
        $this->assertSame([1], array_column($ann->event('messages')['data']['messages'], 'id'));
        $this->server->pass(0.05);
        $this->assertSame([], $ann->events('messages'));
    }

    public function test_a_client_that_disconnects_before_the_ack_disturbs_no_other(): void
    {
        $ann = $this->server->client()->join('1');
        $ben = $this->server->client()->join('2');
        $this->server->store->held = true;
        $ann->send('last words', 'a');
        $this->server->until(fn () => count($this->server->store->batches) === 1);
        $ann->hangUp();
        $this->server->pass(0.02);
        $this->server->store->release();
        $this->assertSame('last words', $ben->event('messages')['data']['messages'][0]['text']);
    }

    /** @return array<string, mixed> */
    private function message(int $id): array
    {
        return ['id' => $id, 'user' => ['id' => '9', 'name' => 'zoë'], 'text' => "text {$id}", 'at' => '2026-01-31T12:00:00.000Z', 'clientId' => "p{$id}"];
    }

    /** @return list<int> the ids of the next messages in the order they came in, at least so many */
    private function told(Peer $peer, int $count): array
    {
        $ids = [];
        while (count($ids) < $count) {
            array_push($ids, ...array_column($peer->event('messages')['data']['messages'], 'id'));
        }

        return $ids;
    }

    /** HTTP workers have stored these, and not announced. */
    private function stores(int ...$ids): void
    {
        foreach ($ids as $id) {
            $this->server->store->wrote($id, (string) json_encode($this->message($id), JSON_UNESCAPED_UNICODE));
        }
    }

    /** @param  list<array<string, mixed>>  $messages */
    private function announce(array $messages): void
    {
        $this->stores(...array_column($messages, 'id'));
        $this->say($messages);
    }

    /** @param  list<array<string, mixed>>  $messages */
    private function say(array $messages): void
    {
        $this->assertSame([200, []], $this->server->api('POST', '/events/messages', json_encode(['messages' => $messages])));
    }
}
