<?php

declare(strict_types=1);

namespace Tests\WebSockets\Store;

use App\Chat\Message;
use App\Chat\NewMessage;
use App\Chat\Sent;
use App\ChatError;
use App\Clock;
use PHPUnit\Framework\TestCase;
use ReactEpoll\EpollLoop;
use Tests\WebSockets\Harness\MemoryLog;
use Tests\WebSockets\Harness\TurnsLoop;
use WebSockets\Chat\EncodedMessage;
use WebSockets\Chat\WaitingMessage;
use WebSockets\Store\StoreClient;

final class StoreClientTest extends TestCase
{
    private const POSITION = '{"lastId":0,"rev":0}';

    private const FAILS = '{"why":"PDOException HY000"}';

    use TurnsLoop;

    private StoreClient $store;

    /** How often the store has named its position. */
    private int $positions = 0;

    /** What a process does after its last answer. */
    private string $lastly = 'sleep(60);';

    protected function setUp(): void
    {
        Clock::$stoppedAt = 100.0; // nothing is asked but what a test asks
    }

    protected function tearDown(): void
    {
        $this->store->stop();
    }

    public function test_a_new_message_is_encoded_as_the_store_does_and_a_known_one_is_passed_on(): void
    {
        $known = '{"id":3,"user":{"id":"1","name":"ann"},"at":"2026-01-01T00:00:00.000Z","clientId":"c1","deleted":true,"rev":2}';
        $at = '2026-01-31T12:00:00.000Z';
        $this->start((string) json_encode(['sent' => [[7, $at], $known, ['code' => 'message_not_found', 'field' => 'replyTo']], 'seconds' => 0.001]));
        $new = new NewMessage('1', 'ann', "ä/\" \u{1F600}", 'c1', 5);
        [$made, $old, $refused] = $this->append($new, $new, $new) ?? [];
        $json = json_encode((new Message(7, '1', 'ann', $new->text, $at, 'c1', 5))->toArray(), JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE);
        $this->assertInstanceOf(Sent::class, $made);
        $this->assertSame([$json, true], [$made->message->json, $made->isNew]);
        $this->assertInstanceOf(Sent::class, $old);
        $this->assertSame([$known, 2, false], [$old->message->json, $old->message->rev, $old->isNew]);
        $this->assertInstanceOf(ChatError::class, $refused);
        $this->assertSame(['message_not_found', 'replyTo'], [$refused->errorCode, $refused->field]);
    }

    public function test_a_store_that_cannot_store_is_reported_until_it_stores_again(): void
    {
        $this->start(self::FAILS, '{"sent":[[1,"2026-01-31T12:00:00.000Z"]],"seconds":0.001}');
        $this->assertNull($this->store->problem());
        $this->assertNull($this->append(new NewMessage('1', 'ann', 'x', 'c1')));
        $this->assertSame('messages cannot be stored: PDOException HY000', $this->store->problem());
        $this->assertCount(1, $this->append(new NewMessage('1', 'ann', 'x', 'c1')) ?? []);
        $this->assertNull($this->store->problem());
    }

    public function test_a_process_that_does_not_answer_is_reported_then_replaced_and_its_calls_end_with_null(): void
    {
        $this->start();
        $answers = [];
        $this->store->after(0, 10, function (mixed $answer) use (&$answers): void {
            $answers[] = $answer;
        });
        Clock::$stoppedAt += 5.0;
        $this->until(fn (): bool => $this->store->problem() === 'the storing process does not answer');
        Clock::$stoppedAt += 11.0;
        $this->until(fn (): bool => $this->positions === 2);
        $this->assertNull($this->store->problem());
        $this->assertSame([null], $answers);
    }

    public function test_a_process_that_dies_at_once_is_not_started_at_each_check(): void
    {
        $this->lastly = '';
        $this->start();
        $starts = $this->positions;
        $this->until(fn (): bool => $this->store->problem() === 'the storing process died');
        $this->loop->addTimer(1.0, $this->loop->stop(...));
        $this->loop->run();
        $this->assertSame($starts, $this->positions);
        Clock::$stoppedAt += 2.0;
        $this->until(fn (): bool => $this->positions > $starts);
    }

    /** Starts a process that tells its position and gives these answers, one for each call, and then none. */
    private function start(string ...$answers): void
    {
        $code = 'foreach ('.var_export([self::POSITION, ...$answers], true).' as $one) { fgets(STDIN); echo $one, "\n"; } '.$this->lastly;
        // Other tests may have left more descriptors open than select() takes.
        $this->loop = new EpollLoop;
        $this->store = new StoreClient(
            $this->loop, (new MemoryLog)->log, [PHP_BINARY, '-r', $code],
        );
        $this->store->start(function (): void {
            $this->positions++;
        });
        $this->until(fn (): bool => $this->positions === 1);
    }

    /** @return list<Sent<EncodedMessage>|ChatError>|null */
    private function append(NewMessage ...$new): ?array
    {
        /** @var list<?list<Sent<EncodedMessage>|ChatError>> $given */
        $given = [];
        $batch = array_map(static fn (NewMessage $one): WaitingMessage => new WaitingMessage($one, static fn () => null, 0.0), array_values($new));
        $this->store->append($batch, function (?array $answers) use (&$given): void {
            $given[] = $answers;
        });
        $this->until(function () use (&$given): bool {
            return $given !== [];
        });

        return $given[0] ?? null;
    }
}
