<?php

declare(strict_types=1);

namespace Tests\App\Broadcasting;

use App\Chat\Announcer;
use App\Chat\Message;
use Tests\TestCase;

final class DeferredAnnouncerTest extends TestCase
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

    public function test_a_message_is_stored_while_the_loop_is_away(): void
    {
        $this->member()->post('/messages', ['text' => 'a', 'clientId' => 'c'])->assertStatus(201);
    }
}
