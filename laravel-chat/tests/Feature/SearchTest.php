<?php

declare(strict_types=1);

namespace Tests\Feature;

use App\Chat\Limits\SearchTurns;
use App\Store\DifferentWords;
use App\Store\KnownBlocks;
use App\Store\SearchedMessages;
use App\Store\WordBlocks;
use Illuminate\Database\Events\QueryExecuted;
use Illuminate\Support\Facades\DB;
use Tests\Answer;
use Tests\TestCase;

final class SearchTest extends TestCase
{
    public function test_a_search_finds_messages_however_old(): void
    {
        $this->store(['Needle one', ...array_fill(0, 1200, 'nothing here'), 'two needles', 'haystack', 'a needle']);

        $this->assertFound([1, 1202, 1204], 1, $this->search('NEEDLE'));
    }

    public function test_a_search_goes_on_where_the_last_one_ended(): void
    {
        $this->store(array_fill(0, 7, 'word'));

        $this->assertFound([5, 6, 7], 5, $this->search('word', '&limit=3'));
        $this->assertFound([2, 3, 4], 2, $this->search('word', '&limit=3&before=5'));
        $this->assertFound([1], 1, $this->search('word', '&limit=3&before=2'));
    }

    public function test_a_search_looks_at_so_many_messages_and_says_how_far_it_came(): void
    {
        $this->store(['word', ...array_fill(0, 10_005, 'nothing here')]);

        $this->assertFound([], 7, $this->search('word'));
        $this->assertFound([1], 1, $this->search('word', '&before=7'));
    }

    public function test_a_search_looks_at_so_many_bytes_of_text(): void
    {
        $this->store(array_fill(0, (int) ceil(1048576 / 4000) + 3, str_repeat('é', 2000)));

        $this->assertFound([], 4, $this->search('word'));
    }

    public function test_what_a_search_has_read_the_next_one_passes_over_and_reaches_further(): void
    {
        $this->store([...array_fill(0, 500, 'nothing here'), 'word', ...array_fill(0, 12_000, 'nothing here')]);

        $this->search('word');
        $this->assertGreaterThanOrEqual(9, DB::table('message_blocks')->count());
        $this->assertFound([501], 1, $this->search('word'));
        $this->assertSame([' nothing here'], DB::table('message_blocks')->where('block', '>', 1)->distinct()->pluck('words')->all());
        DB::table('messages')->whereBetween('id', [2001, 12_000])->update(['text' => 'word']); // behind the chat's back: it is not read again
        $this->assertFound([501], 1, $this->search('word'));
    }

    public function test_what_was_passed_over_is_read_again_where_a_message_of_it_is_edited_or_deleted(): void
    {
        $json = ['Content-Type' => 'application/json'];
        $ann = $this->member();
        $id = (int) $ann->post('/messages', ['text' => 'first', 'clientId' => 'c'])->json('message.id');
        $this->store(array_fill(0, 1500, 'nothing here'));
        $this->assertFound([], 1, $this->search('word'));
        $ann->send('PATCH', "/messages/{$id}", ['text' => 'a word'], $json)->is(200);
        $this->assertFound([$id], 1, $this->search('word'));
        $ann->send('DELETE', "/messages/{$id}", '', $json)->is(200);
        $this->assertSame([], DB::table('message_blocks')->where('words', 'like', '%word%')->pluck('block')->all());
        $this->assertFound([], 1, $this->search('word'));
    }

    public function test_a_search_asks_for_blocks_as_it_comes_to_them(): void
    {
        $this->store(['word']);
        $this->keepBlocks(250, ' nothing here');
        DB::table('message_counter')->update(['last_id' => 251_000]);
        $asked = $this->blocksAsked(fn () => $this->assertFound([1], 1, $this->search('word')));
        $this->assertCount(3, $asked);

        DB::table('messages')->update(['id' => 251_001]);
        DB::table('message_counter')->update(['last_id' => 251_001]);
        $asked = $this->blocksAsked(fn () => $this->assertFound([251_001], 251_001, $this->search('word', '&limit=1')));
        $this->assertCount(1, $asked);
    }

    public function test_of_blocks_that_are_full_a_search_looks_through_so_many_bytes_for_each_word(): void
    {
        $this->keepBlocks(250, str_repeat(' nothing', 100));
        $known = fn (int $words): KnownBlocks => new KnownBlocks(DB::connection(), array_map(fn (): string => ' word', range(1, $words)), 100_000);
        $lack = fn (KnownBlocks $blocks): array => array_map(fn (int $n): ?bool => $blocks->lacks($n * 1000 + 1), range(250, 1));

        $this->assertSame([...array_fill(0, 200, true), ...array_fill(0, 50, null)], $lack($known(1)));
        $this->assertSame([...array_fill(0, 100, true), ...array_fill(0, 150, null)], $lack($known(2)));
    }

    public function test_what_was_read_before_a_change_is_not_kept(): void
    {
        $words = WordBlocks::gathered();
        $words->add(' new');
        $this->app->make(WordBlocks::class)->keep(DB::connection(), 1, $words, 7);
        $this->assertSame(0, DB::table('message_blocks')->count());
        $this->app->make(WordBlocks::class)->keep(DB::connection(), 1, $words, 0);
        $this->assertSame([' new'], DB::table('message_blocks')->pluck('words')->all());
    }

    public function test_the_different_words_of_texts_are_kept_as_they_are_unless_they_are_too_many(): void
    {
        $words = new DifferentWords(20);
        foreach ([' a b', '', ' b 007 7', ' 7 c'] as $text) {
            $words->add($text);
        }
        $this->assertSame(' a b 007 7 c', $words->text());
        $words->add(' '.str_repeat('d', 20));
        $words->add(' e');
        $this->assertNull($words->text());
    }

    /** As array keys these would all be in one list of a hash table of PHP, and take 200 times as long as others. */
    public function test_words_that_collide_take_a_search_no_longer_than_others(): void
    {
        [$colliding, $others] = array_map(fn (int $factor): float => $this->secondsToGather($factor), [131_072, 131_071]);
        $this->assertLessThan(10 * $others + 0.05, $colliding);
    }

    public function test_a_search_in_no_messages_and_below_the_first_finds_nothing(): void
    {
        $this->assertFound([], 1, $this->search('word'));
        $this->store(['word']);
        $this->assertFound([], 1, $this->search('word', '&before=0'));
        $this->assertFound([], 1, $this->search('word', '&before=1'));
    }

    public function test_twenty_searches_at_once_and_then_two_a_second_for_each_user(): void
    {
        $this->travelTo('2026-01-31 12:00:00');
        [$ann, $bob] = [$this->member('ann'), $this->member('bob')];
        $search = fn (): int => $ann->get('/messages?text=a')->status();
        $ann->get('/messages?text=...')->fails(422, 'search_invalid', 'text');
        $this->assertSame(array_fill(0, 20, 200), array_map($search, range(1, 20)));
        $this->assertSame('1', $ann->get('/messages?text=a')->fails(429, 'too_many_searches')->header('Retry-After'));
        $ann->get('/messages')->is(200);
        $bob->get('/messages?text=a')->is(200);
        $this->travelTo('2026-01-31 12:00:01');
        $this->assertSame([200, 200, 429], array_map($search, range(1, 3)));
    }

    public function test_few_searches_run_at_once_over_all_workers(): void
    {
        $ann = $this->member();
        $turns = $this->app->make(SearchTurns::class);
        $statuses = $turns->run(fn () => $turns->run(fn () => $turns->run(fn () => $ann->get('/messages?text=a')->fails(429, 'too_many_searches')->status())));
        $this->assertSame(429, $statuses);
        $ann->get('/messages?text=a')->is(200);
    }

    /** As searches keep them of thousands of messages, the first thousand left out. */
    private function keepBlocks(int $count, string $words): void
    {
        DB::table('message_blocks')->insert(array_map(fn (int $n): array => ['block' => $n * 1000 + 1, 'words' => $words], range(1, $count)));
    }

    /** @return list<string> the statements that look blocks through */
    private function blocksAsked(callable $search): array
    {
        $asked = [];
        DB::listen(function (QueryExecuted $query) use (&$asked): void {
            if (str_contains($query->sql, 'instr(')) {
                $asked[] = $query->sql;
            }
        });
        $search();

        return $asked;
    }

    /** @return float s of the processor's time */
    private function secondsToGather(int $factor): float
    {
        $text = '';
        foreach (range(1, 30_000) as $number) {
            $text .= ' '.$number * $factor;
        }
        $used = fn (): float => ($usage = getrusage() ?: [])['ru_utime.tv_sec'] + $usage['ru_utime.tv_usec'] / 1e6;
        $began = $used();
        (new SearchedMessages([' word'], fn (string $text): string => $text, 50))->read(1, [1 => $text], new DifferentWords(PHP_INT_MAX));

        return $used() - $began;
    }

    /** @param  list<string>  $texts */
    private function store(array $texts): void
    {
        $user = DB::table('users')->insertGetId(['name' => 'writer', 'password' => '', 'created_at' => '2026-01-31 12:00:00.000']);
        $first = (int) DB::table('message_counter')->value('last_id');
        $rows = array_map(fn (int $i): array => ['id' => $first + $i + 1, 'user_id' => $user, 'text' => $texts[$i], 'client_id' => "c{$i}", 'sent_at' => '2026-01-31 12:00:00.000'], array_keys($texts));
        foreach (array_chunk($rows, 500) as $some) {
            DB::table('messages')->insert($some);
        }
        DB::table('message_counter')->update(['last_id' => $first + count($texts)]);
    }

    private function search(string $text, string $rest = ''): Answer
    {
        static $users = 0;

        return $this->member('reader'.$users++)->get("/messages?text={$text}{$rest}")->is(200);
    }

    /** @param  list<int>  $ids */
    private function assertFound(array $ids, int $searchedTo, Answer $answer): void
    {
        $this->assertSame([$ids, $searchedTo > 1, $searchedTo], [array_column($answer->json('messages'), 'id'), $answer->json('more'), $answer->json('searchedTo')]);
    }
}
