<?php

declare(strict_types=1);

namespace Tests\WebSockets\Store;

use App\Chat\AppendBatch;
use App\Chat\ChangeStore;
use App\Chat\Message;
use App\Chat\MessageStore;
use App\Chat\NewMessage;
use App\Chat\Sent;
use PHPUnit\Framework\TestCase;
use Psr\Log\NullLogger;
use RuntimeException;
use WebSockets\Store\StoreWorker;

final class StoreWorkerTest extends TestCase
{
    public function test_it_ends_with_the_loop_though_the_store_was_never_there(): void
    {
        $tries = 0;
        $messages = $this->createStub(MessageStore::class);
        $messages->method('position')->willReturnCallback(function () use (&$tries): array {
            return ++$tries < 8 ? throw new RuntimeException('away') : [0, 0];
        });
        $worker = $this->worker($messages);
        $process = proc_open(['true'], [1 => ['pipe', 'w']], $pipes) ?: $this->fail();
        while (proc_get_status($process)['running']) {
            usleep(1000);
        }
        $gone = $pipes[1]; // a pipe whose other end is closed
        $out = fopen('php://memory', 'w') ?: $this->fail();
        $worker->run($gone, $out);
        $this->assertLessThan(8, $tries);
    }

    public function test_what_is_to_be_looked_up_is_answered_in_its_place_and_not_stored(): void
    {
        $message = fn (int $id, NewMessage $new): Message => new Message($id, $new->userId, $new->userName, $new->text, '2026-01-31T12:00:00.000Z', $new->clientId);
        $messages = $this->createStub(MessageStore::class);
        $messages->method('position')->willReturn([7, 0]);
        $messages->method('append')->willReturnCallback(
            static fn (array $batch): array => array_map(static fn (NewMessage $new): Sent => new Sent($message(8, $new), true), $batch),
        );
        $messages->method('known')->willReturnCallback(static fn (array $batch): array => ['1 old' => $message(3, $batch[0])]);
        $worker = $this->worker($messages);
        [$in, $far] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0) ?: $this->fail();
        fwrite($far, json_encode(['messages' => [['1', 'ann', null, 'old'], ['1', 'ann', 'text', 'new'], ['1', 'ann', null, 'unknown']]])."\n");
        stream_socket_shutdown($far, STREAM_SHUT_WR);
        $out = fopen('php://memory', 'w+') ?: $this->fail();
        $worker->run($in, $out);
        rewind($out);
        $answer = json_decode(explode("\n", (string) stream_get_contents($out))[1], true);
        $this->assertSame([3, 8, null], array_map(static fn (?array $one): ?int => $one[0] ?? null, $answer['sent']));
        $this->assertSame([false, true], [$answer['sent'][0][1], $answer['sent'][1][1]]);
    }

    private function worker(MessageStore $messages): StoreWorker
    {
        $changes = $this->createStub(ChangeStore::class);

        return new StoreWorker($messages, $changes, new AppendBatch($messages, new NullLogger), static fn () => null);
    }
}
