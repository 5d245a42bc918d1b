<?php

declare(strict_types=1);

namespace Tests\Feature;

use Illuminate\Support\Facades\DB;
use Tests\Answer;
use Tests\Client;
use Tests\TestCase;

final class ChangedMessagesTest extends TestCase
{
    private const JSON = ['Content-Type' => 'application/json'];

    public function test_an_edit_and_a_deletion_are_answered_and_read_as_they_are_stored(): void
    {
        $ann = $this->member('ann');
        $message = $ann->post('/messages', ['text' => 'one', 'clientId' => 'a'])->json('message');
        $ann->post('/messages', ['text' => 'two', 'clientId' => 'b'])->is(201);

        $edited = $this->edit($ann, 1, 'ONE')->is(200)->json('message');
        $this->assertEquals(['text' => 'ONE', 'rev' => 1] + $message, $edited);
        $this->assertSame($edited, $ann->get('/messages?limit=2')->json('messages.0'));

        $deleted = $this->remove($ann, 1)->is(200)->json('message');
        unset($message['text']);
        $this->assertEquals($message + ['deleted' => true, 'rev' => 2], $deleted);
        $this->assertSame($deleted, $ann->get('/messages?after=0')->json('messages.0'));
        $this->assertSame($deleted, $ann->post('/messages', ['text' => 'one', 'clientId' => 'a'])->is(200)->json('message'));
        $this->assertSame(0, DB::table('messages')->where('text', 'like', '%ONE%')->count());
    }

    public function test_what_changes_nothing_has_no_revision(): void
    {
        $ann = $this->member('ann');
        $message = $ann->post('/messages', ['text' => 'one', 'clientId' => 'a'])->json('message');

        $this->assertSame($message, $this->edit($ann, 1, 'one')->is(200)->json('message'));
        $this->remove($ann, 1)->is(200);
        $this->assertSame(1, $this->remove($ann, 1)->is(200)->json('message.rev'));
        $this->edit($ann, 1, 'one')->fails(410, 'message_deleted');
        $this->assertSame([1, 1], [(int) DB::table('message_counter')->value('last_rev'), DB::table('message_changes')->count()]);
    }

    public function test_only_the_author_may_and_only_what_is_there(): void
    {
        $this->member('ann')->post('/messages', ['text' => 'one', 'clientId' => 'a'])->is(201);
        $bob = $this->member('bob');

        $this->edit($bob, 1, 'mine')->fails(403, 'not_yours');
        $this->remove($bob, 1)->fails(403, 'not_yours');
        $this->edit($bob, 2, 'mine')->fails(404, 'message_not_found');
        $this->remove($bob, 2)->fails(404, 'message_not_found');
        $this->edit($bob, '0', 'mine')->fails(404, 'not_found');
        $this->assertSame(0, (int) DB::table('message_counter')->value('last_rev'));
    }

    public function test_changes_are_read_in_the_order_of_their_revisions_each_message_once(): void
    {
        $ann = $this->member('ann');
        foreach (['a', 'b', 'c'] as $clientId) {
            $ann->post('/messages', ['text' => $clientId, 'clientId' => $clientId])->is(201);
        }
        $this->edit($ann, 2, 'B');
        $this->edit($ann, 1, 'A');
        $this->edit($ann, 2, 'BB');
        $this->remove($ann, 3);

        $revisions = fn (string $query): array => array_column($ann->get("/messages?{$query}")->is(200)->json('messages'), 'rev', 'id');
        $this->assertSame([1 => 2, 2 => 3, 3 => 4], $revisions('changedAfter=0'));
        $this->assertSame([1 => 2, 2 => 3], $revisions('changedAfter=1&limit=2'));
        $this->assertTrue($ann->get('/messages?changedAfter=1&limit=2')->json('more'));
        $this->assertSame(['messages' => [], 'more' => false], $ann->get('/messages?changedAfter=4')->json());
        $ann->get('/messages?changedAfter=0&after=1')->fails(422, 'invalid_parameter', 'changedAfter');
    }

    public function test_a_change_costs_what_a_message_costs(): void
    {
        config(['chat.rate_limits' => true]);
        $this->travelTo('2026-01-31 12:00:00'); // a slow machine gives no token back meanwhile
        $ann = $this->member('ann');
        $ann->post('/messages', ['text' => 'one', 'clientId' => 'a'])->is(201);
        for ($i = 0; $i < 40 && $this->edit($ann, 1, "text {$i}")->status() === 200; $i++);

        $this->assertGreaterThanOrEqual(29, $i);
        $this->assertLessThan(40, $i);
        $this->remove($ann, 1)->fails(429, 'too_many_messages');
    }

    private function edit(Client $who, int|string $id, string $text): Answer
    {
        return $who->send('PATCH', "/messages/{$id}", ['text' => $text], self::JSON);
    }

    private function remove(Client $who, int|string $id): Answer
    {
        return $who->send('DELETE', "/messages/{$id}", '', self::JSON);
    }
}
