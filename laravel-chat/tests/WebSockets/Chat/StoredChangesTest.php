<?php

declare(strict_types=1);

namespace Tests\WebSockets\Chat;

use App\Contract;
use PHPUnit\Framework\TestCase;
use Tests\WebSockets\Harness\TestServer;

final class StoredChangesTest extends TestCase
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

    public function test_a_change_is_broadcast_as_the_store_has_it_not_as_the_worker_announced_it(): void
    {
        $ann = $this->server->client()->join('1', 'ann');
        $this->server->store->changed(1, $this->json(1, 'edited', 1));
        $this->announce(['after' => 0, 'messages' => [['id' => 1, 'text' => 'forged', 'rev' => 99]]]);
        $this->assertSame(['after' => 0, 'messages' => [json_decode($this->json(1, 'edited', 1), true)]], $ann->event('changed')['data']);
        $this->assertSame(1, $this->server->client()->subscribe('presence-chat', '{"user_id":"2","user_info":{"name":"ben"}}')->event('welcome')['data']['rev']);
    }

    public function test_changes_made_during_a_read_are_broadcast_next_and_each_once(): void
    {
        $ann = $this->server->client()->join('1');
        $this->server->store->held = true;
        foreach ([1, 2, 3] as $rev) {
            $this->server->store->changed($rev, $this->json($rev, "text {$rev}", $rev));
            $this->announce([]);
        }
        $this->server->store->rev = 0; // its sign of life is not what makes the loop go on
        $this->assertSame([0], $this->server->store->changeReads);
        $this->server->store->release();
        $revisions = [];
        while (count($revisions) < 3) {
            $event = $ann->event('changed')['data'];
            $this->assertSame(end($revisions) ?: 0, $event['after']);
            array_push($revisions, ...array_column($event['messages'], 'rev'));
        }
        $this->assertSame([1, 2, 3], $revisions);
    }

    public function test_more_changes_than_one_event_takes_are_broadcast_in_several(): void
    {
        $ann = $this->server->client()->join('1');
        foreach (range(1, 600) as $rev) {
            $this->server->store->changed($rev, $this->json($rev, "text {$rev}", $rev));
        }
        $this->server->store->rev = 0; // its sign of life is not what makes the loop go on
        $this->announce([]);
        $revisions = [];
        while (count($revisions) < 600) {
            $found = array_column($ann->event('changed')['data']['messages'], 'rev');
            $this->assertLessThanOrEqual(Contract::broadcast('eventMaxMessages'), count($found));
            array_push($revisions, ...$found);
        }
        $this->assertSame(range(1, 600), $revisions);
    }

    public function test_a_change_that_was_never_announced_is_broadcast_when_the_store_answers_again(): void
    {
        $ann = $this->server->client()->join('1');
        $this->server->store->changed(1, $this->json(1, 'edited', 1));
        $this->server->store->die();
        $this->server->store->comeBack();
        $this->assertSame(1, $ann->event('changed')['data']['messages'][0]['rev']);
    }

    public function test_a_failed_read_of_changes_is_repeated(): void
    {
        $ann = $this->server->client()->join('1');
        $this->server->store->changed(1, $this->json(1, 'edited', 1));
        $this->server->store->rev = 0; // its sign of life is not what makes the loop ask again
        $this->server->store->unreadable = true;
        $this->announce([]);
        $this->server->until(fn (): bool => count($this->server->store->changeReads) > 1);
        $this->server->store->unreadable = false;
        $this->assertSame(1, $ann->event('changed')['data']['messages'][0]['rev']);
    }

    public function test_a_change_follows_its_message_which_a_worker_stored_and_has_not_published_yet(): void
    {
        $ann = $this->server->client()->join('1');
        $this->server->store->changed(1, $this->json(1, 'edited', 1));
        $this->announce([]);
        $this->server->until(fn (): bool => $ann->events('changed') !== []);
        $names = array_column($ann->events(), 'event');
        $this->assertSame(['messages', 'changed'], array_values(array_intersect($names, ['messages', 'changed'])));
        $this->assertSame('edited', $ann->event('messages')['data']['messages'][0]['text']);
        $this->assertSame(200, $this->server->api('POST', '/events/messages', '{"messages":['.$this->json(1, 'first', 0).']}')[0]);
        $this->server->pass(0.05);
        $this->assertSame([], $ann->events('messages'));
    }

    public function test_a_message_that_waits_behind_a_hole_goes_out_as_it_was_changed_meanwhile(): void
    {
        $ann = $this->server->client()->join('1');
        $this->server->store->readSeconds = 60.0; // the hole stays until a worker publishes message 1
        $this->server->api('POST', '/events/messages', '{"messages":['.$this->json(2, 'first', 0).']}');
        $this->server->store->changed(2, $this->json(2, 'edited', 1));
        $this->announce([]);
        $ann->event('changed');
        $this->server->api('POST', '/events/messages', '{"messages":['.$this->json(2, 'first', 0).','.$this->json(1, 'one', 0).']}');
        $this->assertSame(['one', 'edited'], array_column($ann->event('messages')['data']['messages'], 'text'));
    }

    private function json(int $id, string $text, int $rev): string
    {
        return (string) json_encode(['id' => $id, 'user' => ['id' => '1', 'name' => 'ann'], 'text' => $text, 'at' => '2026-01-31T12:00:00.000Z', 'clientId' => "c{$id}", 'rev' => $rev]);
    }

    /** @param  array<string, mixed>  $data */
    private function announce(array $data): void
    {
        $this->assertSame(200, $this->server->api('POST', '/events/changed', json_encode($data))[0]);
    }
}
