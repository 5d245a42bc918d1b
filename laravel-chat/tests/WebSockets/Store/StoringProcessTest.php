<?php

declare(strict_types=1);

namespace Tests\WebSockets\Store;

use App\Chat\MessageStore;
use App\Chat\NewMessage;
use App\Chat\Sent;
use App\Chat\SessionStore;
use App\Chat\User;
use PHPUnit\Framework\TestCase;
use Psr\Log\LoggerInterface;
use Psr\Log\NullLogger;
use RuntimeException;
use WebSockets\Store\StoringProcess;

final class StoringProcessTest extends TestCase
{
    public function test_a_message_that_the_store_cannot_take_is_refused_and_the_rest_is_stored(): void
    {
        $messages = $this->createStub(MessageStore::class);
        $messages->method('append')->willReturnCallback(static fn (array $batch): array => array_map(
            static fn (NewMessage $new): Sent => $new->text === 'poison'
                ? throw new RuntimeException('its user is gone')
                : new Sent($new->toMessage(7, 'now'), true),
            $batch,
        ));
        $row = static fn (string $text): array => ['1', 'ann', $text, 'c', null];
        $answer = $this->answer($messages, ['do' => 'append', 'messages' => [$row('poison'), $row('fine')]]);
        $this->assertSame([['code' => 'internal', 'field' => null], [7, 'now']], $answer['sent']);
    }

    public function test_only_a_database_that_is_away_is_called_away_and_a_bug_is_logged(): void
    {
        $messages = $this->createStub(MessageStore::class);
        $messages->method('position')->willThrowException(new RuntimeException('a bug'));
        $log = $this->createMock(LoggerInterface::class);
        $log->expects($this->once())->method('error');
        $this->assertSame('a bug in the storing process: see its log', $this->answer($messages, ['do' => 'position'], $log)['why']);
    }

    public function test_of_the_sessions_asked_for_those_without_a_user_have_ended(): void
    {
        $sessions = $this->createStub(SessionStore::class);
        $sessions->method('findUser')->willReturnCallback(
            static fn (string $handle): ?User => $handle === 'open' ? new User('1', 'ann') : null,
        );
        $answer = $this->answer($this->createStub(MessageStore::class), ['do' => 'endedSessions', 'handles' => ['open', 'over']], sessions: $sessions);
        $this->assertSame(['ended' => ['over']], $answer);
    }

    /**
     * @param  array<string, mixed>  $call
     * @return array<string, mixed>
     */
    private function answer(
        MessageStore $messages,
        array $call,
        LoggerInterface $log = new NullLogger,
        ?SessionStore $sessions = null,
    ): array {
        [$in, $out] = [fopen('php://memory', 'w+') ?: $this->fail(), fopen('php://memory', 'w+') ?: $this->fail()];
        fwrite($in, json_encode($call)."\n");
        rewind($in);
        (new StoringProcess($messages, $sessions ?? $this->createStub(SessionStore::class), $log))->run($in, $out);
        rewind($out);

        return json_decode((string) stream_get_contents($out), true);
    }
}
