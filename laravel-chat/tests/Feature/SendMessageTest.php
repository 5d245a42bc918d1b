<?php

declare(strict_types=1);

namespace Tests\Feature;

use App\Chat\Limits\LocalAllowances;
use App\Chat\Message;
use App\Chat\MessageWriter;
use App\Chat\NewMessage;
use App\Chat\SendMessage;
use App\Chat\Sent;
use App\ChatError;
use Closure;
use PHPUnit\Framework\TestCase;
use Throwable;

/**
 * A known clientId is free, then the allowance, then the store: by a store that answers when a test says so.
 *
 * @implements MessageWriter<Message>
 */
final class SendMessageTest extends TestCase implements MessageWriter
{
    /** @var array<string, Message> known without asking */
    private array $known = [];

    /** @var list<array{string, NewMessage, Closure}> what the store is asked */
    private array $asked = [];

    /** @var list<array{string, Sent<Message>|Throwable}> */
    private array $answers = [];

    /** @var SendMessage<Message> */
    private SendMessage $sendMessage;

    protected function setUp(): void
    {
        $this->sendMessage = new SendMessage($this, new LocalAllowances(0.001, 2));
    }

    public function test_a_known_client_id_is_answered_without_the_allowance_and_the_store(): void
    {
        $this->known['1 old'] = $this->message('old');
        for ($i = 0; $i < 5; $i++) {
            $this->send('old');
        }
        $this->assertSame([], $this->asked);
        $this->assertSame(array_fill(0, 5, 'old: repeated'), $this->said());
    }

    public function test_repeats_of_what_is_on_its_way_wait_for_its_answer_and_cost_nothing(): void
    {
        $this->assertSame([false, true, true], [$this->send('a'), $this->send('a'), $this->send('a')]);
        $this->send('b');
        $this->assertSame(['append a', 'append b'], $this->questions());
        $this->stores(0);
        $this->assertSame(['a: new', 'a: repeated', 'a: repeated'], $this->said());
    }

    public function test_what_stored_nothing_new_gives_its_token_back(): void
    {
        $this->send('a');
        $this->answer(0, ChatError::storeUnavailable());
        $this->send('b');
        $this->answer(1, new Sent($this->message('b'), false));
        $this->send('c');
        $this->send('d');
        $this->send('e');
        $this->assertSame(['append a', 'append b', 'append c', 'append d', 'find e'], $this->questions());
    }

    public function test_beyond_the_allowance_one_old_client_id_at_a_time_is_looked_up_for_a_user(): void
    {
        $this->send('a');
        $this->send('b');
        $this->send('old');
        $this->send('old');
        $this->send('other');
        $this->send('theirs', '2');
        $this->assertSame(['append a', 'append b', 'find old', 'append theirs'], $this->questions());
        $this->assertSame(['other: too_many_messages'], $this->said());

        $this->answer(2, new Sent($this->message('old'), false));
        $this->send('new');
        $this->answer(4, null);
        $this->assertSame(['other: too_many_messages', 'old: repeated', 'old: repeated', 'new: too_many_messages'], $this->said());
        $this->send('another');
        $this->assertSame('find another', $this->questions()[5]);
    }

    public function known(NewMessage $new): ?Message
    {
        return $this->known[$new->key] ?? null;
    }

    public function append(NewMessage $new, Closure $done): void
    {
        $this->asked[] = ['append', $new, $done];
    }

    public function find(NewMessage $new, Closure $done): void
    {
        $this->asked[] = ['find', $new, $done];
    }

    private function send(string $clientId, string $userId = '1'): bool
    {
        return $this->sendMessage->handle(
            new NewMessage($userId, 'ann', 'text', $clientId),
            function (Sent|Throwable $answer) use ($clientId): void {
                $this->answers[] = [$clientId, $answer];
            },
        );
    }

    private function stores(int $question): void
    {
        $this->answer($question, new Sent($this->message($this->asked[$question][1]->clientId), true));
    }

    /** @param  Sent<Message>|Throwable|null  $answer */
    private function answer(int $question, Sent|Throwable|null $answer): void
    {
        $this->asked[$question][2]($answer);
    }

    private function message(string $clientId): Message
    {
        return new Message(1, '1', 'ann', 'text', '2026-01-31T12:00:00.000Z', $clientId);
    }

    /** @return list<string> */
    private function questions(): array
    {
        return array_map(static fn (array $one): string => "{$one[0]} {$one[1]->clientId}", $this->asked);
    }

    /** @return list<string> what each sender was told */
    private function said(): array
    {
        return array_map(static fn (array $one): string => $one[0].': '.match (true) {
            $one[1] instanceof Sent => $one[1]->isNew ? 'new' : 'repeated',
            $one[1] instanceof ChatError => $one[1]->errorCode,
            default => 'fault',
        }, $this->answers);
    }
}
