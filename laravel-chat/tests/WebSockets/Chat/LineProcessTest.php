<?php

declare(strict_types=1);

namespace Tests\WebSockets\Chat;

use PHPUnit\Framework\TestCase;
use WebSockets\Chat\Storing\LineProcess;
use WebSockets\EventLoop\LoopChoice;

final class LineProcessTest extends TestCase
{
    public function test_a_process_that_closes_its_output_and_goes_on_does_not_hold_the_loop(): void
    {
        $loop = LoopChoice::best()->loop;
        $outlived = sys_get_temp_dir().'/line-process-'.getmypid();
        $process = new LineProcess($loop, ['sh', '-c', 'exec 1>&-; sleep 1; touch "$0"', $outlived], static fn () => null, $loop->stop(...));
        $process->start();
        $loop->run();
        $this->assertFileDoesNotExist($outlived);
    }

    public function test_a_process_that_does_not_end_when_it_is_told_to_does_not_hold_the_loop_and_leaves_no_zombie(): void
    {
        $loop = LoopChoice::best()->loop;
        $process = null;
        $process = new LineProcess($loop, ['bash', '-c', 'trap "" TERM; echo; for i in {1..100}; do sleep 0.1; done'], function () use (&$process): void {
            /** @var LineProcess $process */
            $process->end(SIGTERM); // not heard, as nothing is in the middle of a system call
        }, static fn () => null);
        $pid = (int) $process->start();
        $start = hrtime(true);
        $loop->addTimer(0.5, $loop->stop(...));
        $loop->run();
        $this->assertLessThan(5.0, (hrtime(true) - $start) * 1e-9);
        $this->assertTrue(posix_kill($pid, 0));
        $process->awaitEnds(0.0); // kills it
        $process->awaitEnds(5.0);
        $this->assertFalse(posix_kill($pid, 0), 'a zombie is left');
    }
}
