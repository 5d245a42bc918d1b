<?php

declare(strict_types=1);

namespace Tests\WebSockets\Store;

use App\Chat\NewMessage;
use PHPUnit\Framework\TestCase;
use React\EventLoop\LoopInterface;
use ReactEpoll\LoopChoice;
use ReflectionProperty;
use WebSockets\Chat\Pending;
use WebSockets\Store\RemoteStore;
use WebSockets\Store\StoreProcess;

final class RemoteStoreTest extends TestCase
{
    private const HELLO = 'echo \'{"lastId":0,"rev":0}\', "\n";';

    private const FAILS = '{"why":"PDOException HY000"}';

    private const PATIENCE_NS = 10_000_000_000;

    private LoopInterface $loop;

    private StoreProcess $process;

    private RemoteStore $store;

    /** @var list<string> */
    private array $logged = [];

    private int $hellos = 0;

    protected function tearDown(): void
    {
        $this->store->stop();
    }

    public function test_a_store_that_answers_but_stores_nothing_is_in_trouble_until_it_stores(): void
    {
        $this->start(self::FAILS, '{"lastId":0,"rev":0}', '{"sent":[[1,true,"{}"]],"seconds":0.001}');
        $this->assertNull($this->store->trouble());

        $this->append();
        $this->position();
        $this->assertSame('messages cannot be stored: PDOException HY000', $this->store->trouble());

        $this->append();
        $this->assertNull($this->store->trouble());
    }

    public function test_what_the_newest_batch_met_counts_for_its_time_only(): void
    {
        $this->start(self::FAILS, '{"lastId":0,"rev":0}');
        $this->append();
        $this->position();
        $this->assertNotNull($this->store->trouble());
        $this->pass($this->store, 'failedAt', 10.0);
        $this->assertNull($this->store->trouble());
    }

    public function test_an_idle_store_that_does_not_answer_is_in_trouble_and_then_replaced(): void
    {
        $this->start();
        $this->pass($this->store, 'askedAt', 3600.0 + 6.0);
        $this->until(fn (): bool => $this->process->owesSince() !== null);
        $this->assertNull($this->store->trouble());
        $this->owes(5.0);
        $this->until(fn (): bool => $this->store->trouble() === 'the storing process does not answer');
        $this->owes(16.0);
        $this->until(fn (): bool => $this->hellos === 2);
        $this->assertNull($this->store->trouble());
    }

    public function test_a_storing_process_that_only_fails_is_replaced(): void
    {
        $this->start(...array_fill(0, 15, self::FAILS));
        for ($i = 0; $i < 15; $i++) {
            $this->assertSame(1, $this->hellos);
            $this->append();
        }
        $this->until(fn (): bool => $this->hellos === 2);
        $this->assertContains('store_failed', $this->logged);
    }

    public function test_what_it_owes_when_it_dies_is_told_to_be_unknown(): void
    {
        $this->start();
        $answers = [];
        $found = function (mixed $answer) use (&$answers): void {
            $answers[] = $answer;
        };
        $this->store->after(0, 10, $found);
        $this->process->restart('it is time');
        $this->store->changesAfter(0, 10, $found);
        $this->assertSame([null, null], $answers);
        $this->assertSame('it is time', $this->store->trouble());
    }

    /** Starts a process that gives these answers, one for each order, and then none. */
    private function start(string ...$answers): void
    {
        $code = self::HELLO.'foreach ('.var_export($answers, true).' as $one) { fgets(STDIN); echo $one, "\n"; } sleep(60);';
        // Other tests may have left more descriptors open than select() takes.
        $this->loop = LoopChoice::best()->loop;
        $log = function (string $event): void {
            $this->logged[] = $event;
        };
        $this->process = new StoreProcess($this->loop, $log, [PHP_BINARY, '-r', $code]);
        $this->store = new RemoteStore($this->loop, $this->process, $log, 10.0);
        $this->pass($this->store, 'askedAt', -3600.0); // nothing is asked but what a test asks
        $this->store->start(function (): void {
            $this->hellos++;
        });
        $this->until(fn (): bool => $this->hellos === 1);
    }

    private function append(): void
    {
        $isAnswered = false;
        $pending = new Pending(new NewMessage('1', 'ann', 'text', 'c1'), static fn () => null, 0.0);
        $this->store->append([$pending], function () use (&$isAnswered): void {
            $isAnswered = true;
        });
        $this->until(function () use (&$isAnswered): bool {
            return $isAnswered;
        });
    }

    private function position(): void
    {
        $before = $this->hellos;
        $this->pass($this->store, 'askedAt', 7200.0);
        $this->until(fn (): bool => $this->hellos > $before);
    }

    private function owes(float $seconds): void
    {
        $waiting = new ReflectionProperty($this->process, 'waiting');
        [[$answered]] = $waiting->getValue($this->process);
        $waiting->setValue($this->process, [[$answered, hrtime(true) * 1e-9 - $seconds]]);
    }

    private function pass(object $of, string $clock, float $seconds): void
    {
        $property = new ReflectionProperty($of, $clock);
        $property->setValue($of, ($property->getValue($of) ?: hrtime(true) * 1e-9) - $seconds);
    }

    /** @param  callable(): bool  $isSo */
    private function until(callable $isSo): void
    {
        $ends = hrtime(true) + self::PATIENCE_NS;
        $isOver = static fn (): bool => $isSo() || hrtime(true) > $ends;
        $timer = $this->loop->addPeriodicTimer(0.005, fn () => $isOver() && $this->loop->stop());
        $this->loop->run();
        $this->loop->cancelTimer($timer);
        $this->assertTrue($isSo());
    }
}
