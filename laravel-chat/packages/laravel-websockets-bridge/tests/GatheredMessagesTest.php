<?php

declare(strict_types=1);

namespace LaravelWebSocketsBridge\Tests;

use App\Chat\Counters;
use App\Chat\MessageStore;
use Illuminate\Support\Facades\DB;
use LaravelWebSocketsBridge\GatheredMessages;
use Psr\Log\NullLogger;
use Tests\TestCase;
use WebSockets\Chat\Allowances;

/** How messages are stored behind laravel-websockets. The tests need no laravel-websockets. */
final class GatheredMessagesTest extends TestCase
{
    /** @var list<array<string, mixed>> */
    private array $acks = [];

    /** @var list<list<string>> the texts of each event that all are told */
    private array $told = [];

    private GatheredMessages $messages;

    private string $ann;

    protected function setUp(): void
    {
        parent::setUp();
        $this->ann = $this->member('ann')->get('/me')->json('user.id');
        $this->messages = new GatheredMessages(
            $this->app->make(MessageStore::class), new Allowances(true, 0.001, 3), $this->app->make(Counters::class),
            new NullLogger, 32,
            function (array $messages): void {
                $this->told[] = array_column($messages, 'text');
            },
        );
    }

    public function test_what_came_in_one_turn_is_stored_acknowledged_and_told_together(): void
    {
        $this->assertTrue($this->send('one', 'c1'), 'the first of a turn');
        $this->assertFalse($this->send('two', 'c2'));
        $this->assertSame([[], []], [$this->acks, $this->told], 'an ack means stored');
        $this->messages->store();

        $this->assertSame([1, 2], array_column(array_column($this->acks, 'message'), 'id'));
        $this->assertSame(['c1', 'c2'], array_column($this->acks, 'clientId'));
        $this->assertSame([['one', 'two']], $this->told);
        $this->assertTrue($this->send('three', 'c3'), 'the first of the next turn');
        $this->assertSame(2, $this->app->make(Counters::class)->all()['chat_messages_stored_total']);
    }

    public function test_a_repeated_client_id_is_answered_by_the_first_message_and_told_to_nobody(): void
    {
        $this->send('one', 'c1');
        $this->messages->store();
        foreach (['again', 'and again', 'beyond the allowance', 'too'] as $text) {
            $this->send($text, 'c1');
            $this->messages->store();
        }

        $this->assertSame(array_fill(0, 5, 'one'), array_column(array_column($this->acks, 'message'), 'text'));
        $this->assertSame([['one']], $this->told);
    }

    public function test_what_is_refused_is_acknowledged_with_its_error_and_costs_nothing(): void
    {
        foreach ([['', 'c1'], ['x', 'no client id'], [['x'], 'c1']] as [$text, $clientId]) {
            $this->assertFalse($this->send($text, $clientId));
        }
        $this->messages->receive($this->ann, 'ann', null, $this->acks(...));
        foreach (['c1', 'c2', 'c3', 'c4'] as $clientId) {
            $this->send('within the allowance', $clientId);
        }
        $this->messages->store();

        $this->assertSame(['empty_text', 'client_id_invalid', 'text_invalid', 'bad_json', 'too_many_messages'],
            array_column(array_column($this->acks, 'error'), 'code'));
        $this->assertCount(3, array_filter($this->acks, fn (array $ack): bool => $ack['ok']));
    }

    public function test_one_that_cannot_be_stored_holds_up_no_other_and_a_store_that_is_away_refuses_all(): void
    {
        $this->send('of nobody', 'c1', '4711');
        $this->send('of ann', 'c2');
        $this->messages->store();
        $this->assertSame([false, true], array_column($this->acks, 'ok'));
        $this->assertSame('internal', $this->acks[0]['error']['code']);

        DB::statement('drop table messages');
        $this->send('of ann', 'c3');
        $this->messages->store();
        $this->assertFalse($this->acks[2]['ok']);
        $this->assertSame([['of ann']], $this->told);
    }

    private function send(mixed $text, string $clientId, ?string $userId = null): bool
    {
        $data = (object) ['text' => $text, 'clientId' => $clientId];

        return $this->messages->receive($userId ?? $this->ann, 'ann', $data, $this->acks(...));
    }

    /** @param  array<string, mixed>  $ack */
    private function acks(array $ack): void
    {
        $this->acks[] = $ack;
    }
}
