<?php

declare(strict_types=1);

namespace Tests\WebSockets\Store;

use App\Chat\MessageStore;
use App\Chat\NewMessage;
use App\Chat\Sent;
use PHPUnit\Framework\TestCase;
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
        [$in, $out] = [fopen('php://memory', 'w+') ?: $this->fail(), fopen('php://memory', 'w+') ?: $this->fail()];
        $row = static fn (string $text): array => ['1', 'ann', $text, 'c', null];
        fwrite($in, json_encode(['do' => 'append', 'messages' => [$row('poison'), $row('fine')]])."\n");
        rewind($in);
        (new StoringProcess($messages, new NullLogger))->run($in, $out);
        rewind($out);
        $answer = json_decode((string) stream_get_contents($out), true);
        $this->assertSame([['code' => 'internal', 'field' => null], [7, 'now']], $answer['sent']);
    }
}
