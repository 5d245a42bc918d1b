<?php

declare(strict_types=1);

namespace Tests\Feature;

use App\Chat\Announcer;
use App\Chat\Message;
use Tests\TestCase;

final class MessagesTest extends TestCase
{
    public function test_a_stored_message_is_broadcast_once(): void
    {
        $loop = $this->fakeLoop();
        $ann = $this->member();
        $message = $ann->post('/messages', ['text' => 'é', 'clientId' => 'c'])->is(201)->json('message');
        $ann->post('/messages', ['text' => 'é', 'clientId' => 'c'])->is(200);

        $asked = $loop->asked;
        $this->assertSame([['POST', '/events/messages']], array_map(fn (array $one): array => [$one['method'], $one['path']], $asked));
        $this->assertSame(['messages' => [$message]], json_decode($asked[0]['body'], true));
    }

    public function test_nothing_is_broadcast_before_the_answer_has_gone_out(): void
    {
        $loop = $this->fakeLoop();
        $this->app->make(Announcer::class)->sent(new Message(1, '1', 'ann', 'hello', '2026-01-31T12:00:00.000Z', 'c'));
        $before = $loop->asked;
        $this->app->terminate();
        $after = $loop->asked;

        $this->assertSame([0, 1], [count($before), count($after)]);
    }

    public function test_a_loop_that_is_away_takes_nothing_from_a_stored_message(): void
    {
        $this->member()->post('/messages', ['text' => 'a', 'clientId' => 'c'])->is(201);
    }
}
