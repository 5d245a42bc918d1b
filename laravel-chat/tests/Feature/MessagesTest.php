<?php

declare(strict_types=1);

namespace Tests\Feature;

use App\Chat\Announcer;
use App\Chat\Message;
use Tests\TestCase;

final class MessagesTest extends TestCase
{
    public function test_a_user_may_make_thirty_sends_edits_and_repeats_in_three_seconds(): void
    {
        $this->travelTo('2026-01-31 12:00:00');
        $ann = $this->member();
        $send = fn (int $n): int => $ann->post('/messages', ['text' => 'a', 'clientId' => "c{$n}"])->status();
        $edit = fn (int $n): int => $ann->send('PATCH', '/messages/1', ['text' => "{$n}"], ['Content-Type' => 'application/json'])->status();
        $this->assertSame([201, ...array_fill(0, 9, 200)], array_map($send, array_fill(0, 10, 1)));
        $this->assertSame(array_fill(0, 10, 200), array_map($edit, range(1, 10)));
        $this->assertSame(array_fill(0, 10, 201), array_map($send, range(2, 11)));
        $this->travelTo('2026-01-31 12:00:02');
        $refused = $ann->post('/messages', ['text' => 'a', 'clientId' => 'c12'])->assertError(429, 'too_many_messages');
        $this->assertSame('1', $refused->headers->get('Retry-After'));
        $this->assertSame([429, 429], [$send(1), $edit(11)]);
        config(['chat.rate_limits' => false]);
        $this->assertSame(201, $send(12));
        config(['chat.rate_limits' => true]);
        $this->travelTo('2026-01-31 12:00:03');
        $this->assertSame([201, 200], [$send(13), $edit(12)]);
    }

    public function test_a_stored_message_is_broadcast_once(): void
    {
        $loop = $this->fakeLoop();
        $ann = $this->member();
        $message = $ann->post('/messages', ['text' => 'é', 'clientId' => 'c'])->assertStatus(201)->json('message');
        $ann->post('/messages', ['text' => 'é', 'clientId' => 'c'])->assertStatus(200);

        $this->assertSame(['/events/messages'], array_column($loop->asked, 'path'));
        $this->assertSame(['messages' => [$message]], json_decode($loop->asked[0]['body'], true));
    }

    public function test_nothing_is_broadcast_before_the_answer_has_gone_out(): void
    {
        $loop = $this->fakeLoop();
        $this->app->make(Announcer::class)->announce(new Message(1, '1', 'ann', 'hello', '2026-01-31T12:00:00.000Z', 'c'));
        $this->assertCount(0, $loop->asked);
        $this->app->terminate();
        $this->assertCount(1, $loop->asked);
    }

    public function test_a_message_is_stored_while_the_loop_is_away(): void
    {
        $this->member()->post('/messages', ['text' => 'a', 'clientId' => 'c'])->assertStatus(201);
    }
}
