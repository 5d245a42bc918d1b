<?php

declare(strict_types=1);

namespace Tests\Feature;

use App\Chat\Announcer;
use App\Chat\Message;
use App\Chat\MessageStore;
use App\Chat\NewMessage;
use App\Chat\Sent;
use Tests\TestCase;

final class MessagesTest extends TestCase
{
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

    public function test_a_message_has_the_time_of_its_insert_not_that_of_its_arrival(): void
    {
        $user = $this->member()->get('/me')->json('user');
        $new = new NewMessage($user['id'], $user['name'], 'hello', 'c');
        $this->travelTo('2030-01-31 12:00:02.345 UTC');
        [$sent] = $this->app->make(MessageStore::class)->append([$new]);
        $this->assertInstanceOf(Sent::class, $sent);
        $this->assertSame('2030-01-31T12:00:02.345Z', $sent->message->at);
    }

    public function test_a_message_is_stored_while_the_loop_is_away(): void
    {
        $this->member()->post('/messages', ['text' => 'a', 'clientId' => 'c'])->assertStatus(201);
    }
}
