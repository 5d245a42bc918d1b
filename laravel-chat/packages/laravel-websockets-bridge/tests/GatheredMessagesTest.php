<?php

declare(strict_types=1);

namespace LaravelWebSocketsBridge\Tests;

use App\Chat\AppendBatch;
use App\Chat\Counters;
use App\Chat\Limits\LocalAllowances;
use App\Chat\Message;
use App\Chat\MessageStore;
use App\Chat\NewMessage;
use App\Chat\SendMessage;
use App\Chat\Sent;
use App\ChatError;
use Illuminate\Support\Facades\DB;
use LaravelWebSocketsBridge\GatheredMessages;
use Tests\TestCase;
use Throwable;

/** How messages are stored behind laravel-websockets. The tests need no laravel-websockets. */
final class GatheredMessagesTest extends TestCase
{
    /** @var list<Message|string> what was stored, or the code of a refusal */
    private array $answers = [];

    /** @var list<list<string>> the texts of each event that all are told */
    private array $told = [];

    private int $turns = 0;

    private GatheredMessages $messages;

    /** @var SendMessage<Message> */
    private SendMessage $sendMessage;

    private string $ann;

    protected function setUp(): void
    {
        parent::setUp();
        $this->ann = $this->member('ann')->get('/me')->json('user.id');
        $this->messages = new GatheredMessages(
            $this->app->make(MessageStore::class), $this->app->make(AppendBatch::class), $this->app->make(Counters::class),
            function (): void {
                $this->turns++;
            },
            function (array $messages): void {
                $this->told[] = array_column($messages, 'text');
            },
        );
        $this->sendMessage = new SendMessage($this->messages, new LocalAllowances(0.001, 3));
    }

    public function test_what_came_in_one_turn_is_stored_answered_and_told_together(): void
    {
        $this->send('one', 'c1');
        $this->send('two', 'c2');
        $this->assertSame(1, $this->turns);
        $this->assertSame([[], []], [$this->answers, $this->told], 'an answer means stored');
        $this->messages->store();

        $this->assertSame([1, 2], array_column($this->answers, 'id'));
        $this->assertSame(['c1', 'c2'], array_column($this->answers, 'clientId'));
        $this->assertSame([['one', 'two']], $this->told);
        $this->send('three', 'c3');
        $this->assertSame(2, $this->turns);
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

        $this->assertSame(array_fill(0, 5, 'one'), array_column($this->answers, 'text'));
        $this->assertSame([['one']], $this->told);
    }

    public function test_an_old_client_id_is_answered_when_nothing_is_left_of_the_allowance(): void
    {
        foreach (['c1', 'c2', 'c3', 'c4', 'c1'] as $clientId) {
            $this->send('text', $clientId);
            $this->messages->store();
        }

        $this->assertSame('too_many_messages', $this->answers[3]);
        $this->assertSame([1, 2, 3, 1], array_column($this->answers, 'id'));
    }

    public function test_one_that_cannot_be_stored_holds_up_no_other_and_a_store_that_is_away_refuses_all(): void
    {
        $this->send('of nobody', 'c1', '4711');
        $this->send('of ann', 'c2');
        $this->messages->store();
        $this->assertSame('internal', $this->answers[0]);
        $this->assertInstanceOf(Message::class, $this->answers[1]);

        DB::statement('drop table messages');
        $this->send('of ann', 'c3');
        $this->messages->store();
        $this->assertIsString($this->answers[2]);
        $this->assertSame([['of ann']], $this->told);
    }

    private function send(string $text, string $clientId, ?string $userId = null): void
    {
        $new = new NewMessage($userId ?? $this->ann, 'ann', $text, $clientId);
        $this->sendMessage->handle($new, function (Sent|Throwable $answer): void {
            $this->answers[] = match (true) {
                $answer instanceof Sent => $answer->message,
                $answer instanceof ChatError => $answer->errorCode,
                default => throw $answer,
            };
        });
    }
}
