<?php

declare(strict_types=1);

namespace Tests\App\Chat;

use Illuminate\Support\Facades\DB;
use Tests\Answer;
use Tests\TestCase;

final class SearchMessagesTest extends TestCase
{
    public function test_a_search_reads_at_most_10000_messages_and_reports_where_it_stopped(): void
    {
        $this->store(['word', ...array_fill(0, 10_005, 'nothing here')]);

        $this->assertFound([], 7, $this->search('word'));
        $this->assertFound([1], 1, $this->search('word', '&before=7'));
    }

    /** @param  list<string>  $texts */
    private function store(array $texts): void
    {
        $user = DB::table('users')->insertGetId(['name' => 'writer', 'password' => '', 'key' => 'writer', 'created_at' => '2026-01-31 12:00:00.000']);
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

        return $this->member('reader'.$users++)->get("/messages?text={$text}{$rest}")->assertStatus(200);
    }

    /** @param  list<int>  $ids */
    private function assertFound(array $ids, int $searchedTo, Answer $answer): void
    {
        $this->assertSame([$ids, $searchedTo > 1, $searchedTo], [array_column($answer->json('messages'), 'id'), $answer->json('more'), $answer->json('searchedTo')]);
    }
}
