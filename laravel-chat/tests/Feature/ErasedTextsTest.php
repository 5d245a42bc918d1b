<?php

declare(strict_types=1);

namespace Tests\Feature;

use App\Store\ErasedTexts;
use Illuminate\Support\Facades\Artisan;
use Illuminate\Support\Facades\DB;
use PDO;
use Tests\TestCase;

/** Of a database in a file, as the chat has it where no server is set. */
final class ErasedTextsTest extends TestCase
{
    private string $file;

    protected function setUp(): void
    {
        parent::setUp();
        if (DB::getDriverName() !== 'sqlite') {
            $this->markTestSkipped('A database server has files of its own.');
        }
        $this->file = config('chat.data').'/erased.sqlite';
        touch($this->file);
        config(['database.connections.sqlite.database' => $this->file]);
        DB::purge('sqlite');
        Artisan::call('migrate', ['--force' => true]);
    }

    protected function tearDown(): void
    {
        DB::purge('sqlite');
        array_map('unlink', glob("{$this->file}*") ?: []);
        parent::tearDown();
    }

    public function test_no_file_of_the_store_has_a_text_that_was_edited_or_deleted(): void
    {
        $ann = $this->member('ann');
        $long = str_repeat('a secret of some lines ', 80);
        $texts = ['a short secret', $long, 'first words', 'other words', 'a kept word'];
        foreach ($texts as $i => $text) {
            $ann->post('/messages', ['text' => $text, 'clientId' => "c{$i}"])->is(201);
        }
        foreach ([1, 2] as $id) {
            $ann->send('DELETE', "/messages/{$id}", '{}', ['Content-Type' => 'application/json'])->is(200);
        }
        $ann->send('PATCH', '/messages/3', '{"text":"second words"}', ['Content-Type' => 'application/json'])->is(200);
        $ann->send('PATCH', '/messages/3', '{"text":"third words"}', ['Content-Type' => 'application/json'])->is(200);
        $ann->send('PATCH', '/messages/4', '{"text":"a"}', ['Content-Type' => 'application/json'])->is(200);
        $gone = ['a short secret', 'a secret of some lines', 'first words', 'second words', 'other words'];
        $this->assertSame($gone, $this->found($gone), 'the log has them all');

        $this->app->make(ErasedTexts::class)->upTo(5);

        $this->assertSame([], $this->found($gone));
        $this->assertSame(['third words', 'a kept word'], $this->found(['third words', 'a kept word']));
    }

    public function test_where_somebody_reads_meanwhile_it_is_done_the_next_time(): void
    {
        $ann = $this->member('ann');
        $ann->post('/messages', ['text' => 'a short secret', 'clientId' => 'a'])->is(201);
        $reader = new PDO("sqlite:{$this->file}");
        $reader->exec('BEGIN');
        $reader->query('SELECT count(*) FROM messages') ?: self::fail('the reader reads');
        $ann->send('DELETE', '/messages/1', '{}', ['Content-Type' => 'application/json'])->is(200);
        $erased = $this->app->make(ErasedTexts::class);

        $erased->upTo(1);
        $this->assertSame(['a short secret'], $this->found(['a short secret']));
        $reader->exec('COMMIT');
        $erased->upTo(1);
        $this->assertSame([], $this->found(['a short secret']));
    }

    /**
     * @param  list<string>  $texts
     * @return list<string> those that a file has
     */
    private function found(array $texts): array
    {
        $bytes = implode('', array_map('file_get_contents', glob("{$this->file}*") ?: []));

        return array_values(array_filter($texts, static fn (string $text): bool => str_contains($bytes, $text)));
    }
}
