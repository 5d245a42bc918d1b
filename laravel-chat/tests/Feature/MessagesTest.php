<?php

declare(strict_types=1);

namespace Tests\Feature;

use App\Chat\Announcer;
use App\Chat\Message;
use Closure;
use PHPUnit\Framework\Attributes\DataProvider;
use Tests\Client;
use Tests\TestCase;

final class MessagesTest extends TestCase
{
    public function test_a_message_is_answered_as_it_is_stored(): void
    {
        $ann = $this->member('ann');
        $message = $ann->post('/messages', ['text' => " hello\t\n", 'clientId' => 'c-1_A'])->is(201)->json('message');

        $this->assertSame(1, $message['id']);
        $this->assertSame('ann', $message['user']['name']);
        $this->assertSame(" hello\t\n", $message['text']);
        $this->assertSame('c-1_A', $message['clientId']);
        $this->assertMatchesRegularExpression('/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/', $message['at']);
        $this->assertSame(['messages' => [$message], 'more' => false], $ann->get('/messages')->json());
    }

    public function test_the_same_client_id_again_answers_the_first_message_whatever_the_text(): void
    {
        $ann = $this->member('ann');
        $first = $ann->post('/messages', ['text' => 'one', 'clientId' => 'same'])->is(201)->json();

        $this->assertSame($first, $ann->post('/messages', ['text' => 'two', 'clientId' => 'same'])->is(200)->json());
        $this->member('bob')->post('/messages', ['text' => 'two', 'clientId' => 'same'])->is(201);
        $ann->post('/messages', ['text' => 'one', 'clientId' => 'SAME'])->is(201);
        $this->assertSame([1, 2, 3], array_column($ann->get('/messages')->json('messages'), 'id'));
    }

    public function test_crlf_becomes_lf_and_nothing_else_changes(): void
    {
        $text = "a\r\nb  e\u{301}\u{202e}\u{200b}😀\u{feff}";
        $answer = $this->member()->post('/messages', ['text' => $text, 'clientId' => 'c'])->is(201);

        $this->assertSame(str_replace("\r\n", "\n", $text), $answer->json('message.text'));
    }

    public function test_pages_are_in_rising_order_and_say_whether_there_are_more(): void
    {
        config(['chat.rate_limits' => false]);
        $ann = $this->member();
        foreach (range(1, 7) as $n) {
            $ann->post('/messages', ['text' => "{$n}", 'clientId' => "{$n}"])->is(201);
        }

        foreach ([
            '/messages' => [[1, 2, 3, 4, 5, 6, 7], false],
            '/messages?limit=3' => [[5, 6, 7], true],
            '/messages?limit=7' => [[1, 2, 3, 4, 5, 6, 7], false],
            '/messages?after=2&limit=3' => [[3, 4, 5], true],
            '/messages?after=4&limit=3' => [[5, 6, 7], false],
            '/messages?after=7' => [[], false],
            '/messages?before=4&limit=2' => [[2, 3], true],
            '/messages?before=3&limit=2' => [[1, 2], false],
            '/messages?before=0' => [[], false],
            '/messages?after=0&limit=007' => [[1, 2, 3, 4, 5, 6, 7], false],
            '/messages?after=9007199254740991&unknown=1' => [[], false],
        ] as $uri => [$ids, $more]) {
            $page = $ann->get($uri)->is(200);
            $this->assertSame([$ids, $more], [array_column($page->json('messages'), 'id'), $page->json('more')], $uri);
        }
    }

    #[DataProvider('badQueries')]
    public function test_a_query_parameter_without_meaning_is_named(string $query, string $field): void
    {
        $this->member()->get("/messages?{$query}")->fails(422, 'invalid_parameter', $field);
    }

    /** @return iterable<string, array{string, string}> */
    public static function badQueries(): iterable
    {
        foreach (['limit=0', 'limit=201', 'limit=', 'limit', 'limit=1.0', 'limit=+5', 'limit=5%0A', 'limit=1e2', 'limit=5&limit=6', 'lim%69t=0'] as $query) {
            yield $query => [$query, 'limit'];
        }
        foreach (['after=-1', 'after=9007199254740992', 'after=99999999999999999999', 'after=x', 'after=1&after=1', 'after=%D9%A1'] as $query) {
            yield $query => [$query, 'after'];
        }
        foreach (['before=-1', 'before=%20', 'after=1&before=2'] as $query) {
            yield $query => [$query, 'before'];
        }
    }

    public function test_each_user_has_a_bucket_of_their_own(): void
    {
        $this->travelTo('2026-01-31 12:00:00');
        [$ann, $bob] = [$this->member('ann'), $this->member('bob')];
        foreach (range(1, 31) as $n) {
            $ann->post('/messages', ['text' => 'a', 'clientId' => "c{$n}"]);
        }
        $bob->post('/messages', ['text' => 'a', 'clientId' => 'c'])->is(201);
    }

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

        $asked = $loop->asked();
        $loop->stop();
        $this->assertSame([['POST', '/apps/chat/events']], array_map(fn (array $one): array => [$one['method'], $one['path']], $asked));
        $event = json_decode($asked[0]['body'], true);
        $this->assertSame(['messages', 'presence-chat'], [$event['name'], $event['channel']]);
        $this->assertSame(['messages' => [$message]], json_decode($event['data'], true));
    }

    public function test_nothing_is_broadcast_before_the_answer_has_gone_out(): void
    {
        $loop = $this->fakeLoop();
        $this->app->make(Announcer::class)->sent(new Message(1, '1', 'ann', 'hello', '2026-01-31T12:00:00.000Z', 'c'));
        $before = $loop->asked();
        $this->app->terminate();
        $after = $loop->asked();
        $loop->stop();

        $this->assertSame([0, 1], [count($before), count($after)]);
    }

    public function test_a_loop_that_is_away_takes_nothing_from_a_stored_message(): void
    {
        $this->member()->post('/messages', ['text' => 'a', 'clientId' => 'c'])->is(201);
    }

    public function test_online_is_what_the_loop_says(): void
    {
        $loop = $this->fakeLoop(['/apps/chat/channels/presence-chat/online' => '{"count":1,"users":[{"id":"1","name":"ann"}]}']);
        $answer = $this->member()->get('/online')->is(200);
        $loop->stop();

        $this->assertSame(['count' => 1, 'users' => [['id' => '1', 'name' => 'ann']]], $answer->json());
    }

    /** @return Closure(int): int sends the message of that number, and says its status */
    private function sender(Client $client): Closure
    {
        return fn (int $n): int => $client->post('/messages', ['text' => 'a', 'clientId' => "c{$n}"])->status();
    }
}
