<?php

declare(strict_types=1);

namespace Tests\Feature;

use App\Chat\Announcer;
use App\Chat\Message;
use Closure;
use Tests\Client;
use Tests\TestCase;

final class MessagesTest extends TestCase
{
    public function test_thirty_messages_within_three_seconds_repeats_among_them(): void
    {
        $this->travelTo('2026-01-31 12:00:00');
        $ann = $this->member();
        $send = $this->sender($ann);
        $this->assertSame([201, ...array_fill(0, 9, 200)], array_map($send, array_fill(0, 10, 1)));
        $this->assertSame(array_fill(0, 20, 201), array_map($send, range(2, 21)));
        $this->travelTo('2026-01-31 12:00:02');
        $refused = $ann->post('/messages', ['text' => 'a', 'clientId' => 'c22'])->fails(429, 'too_many_messages');
        $this->assertSame('1', $refused->header('Retry-After'));
        $this->assertSame(429, $send(1));
        $ann->post('/messages', ['text' => '', 'clientId' => 'c22'])->fails(422, 'empty_text', 'text');
        $this->travelTo('2026-01-31 12:00:03');
        $this->assertSame([201, 200], array_map($send, [22, 1]));
    }

    public function test_a_hundred_pages_within_five_seconds_for_each_user(): void
    {
        $this->travelTo('2026-01-31 12:00:00');
        [$ann, $bob] = [$this->member('ann'), $this->member('bob')];
        $read = fn (): int => $ann->get('/messages?limit=1')->status();
        $this->assertSame(array_fill(0, 100, 200), array_map($read, range(1, 100)));
        $refused = $ann->get('/messages?limit=1')->fails(429, 'too_many_pages');
        $this->assertSame('5', $refused->header('Retry-After'));
        $ann->get('/messages?limit=0')->fails(422, 'invalid_parameter', 'limit');
        $bob->get('/messages')->is(200);
        config(['chat.rate_limits' => false]);
        $ann->get('/messages')->is(200);
        config(['chat.rate_limits' => true]);
        $this->travelTo('2026-01-31 12:00:05');
        $this->assertSame(200, $read());
    }

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

    /** @return Closure(int): int sends the message of that number, and says its status */
    private function sender(Client $client): Closure
    {
        return fn (int $n): int => $client->post('/messages', ['text' => 'a', 'clientId' => "c{$n}"])->status();
    }
}
