<?php

declare(strict_types=1);

namespace Tests\WebSockets\Store;

use PHPUnit\Framework\TestCase;
use ReactEpoll\LoopChoice;
use WebSockets\Store\LineProcess;

final class LineProcessTest extends TestCase
{
    public function test_a_process_that_closes_its_output_and_goes_on_does_not_hold_the_loop(): void
    {
        $loop = LoopChoice::best()->loop;
        $outlived = sys_get_temp_dir().'/line-process-'.getmypid();
        $process = new LineProcess($loop, ['sh', '-c', 'exec 1>&-; sleep 1; touch "$0"', $outlived], static fn () => null, $loop->stop(...), static fn () => null);
        $process->start();
        $loop->run();
        $this->assertFileDoesNotExist($outlived);
    }

    public function test_a_process_that_does_not_end_when_it_is_told_to_does_not_hold_the_loop_and_leaves_no_zombie(): void
    {
        $loop = LoopChoice::best()->loop;
        $process = null;
        $process = new LineProcess($loop, ['bash', '-c', 'trap "" TERM; echo; for i in {1..600}; do sleep 0.1; done'], function () use (&$process): void {
            /** @var LineProcess $process */
            $process->end(SIGTERM); // not heard, as nothing is in the middle of a system call
        }, static fn () => null, static fn () => null);
        $pid = (int) $process->start();
        $start = hrtime(true);
        $loop->addTimer(0.5, $loop->stop(...));
        $loop->run();
        $this->assertLessThan(30.0, (hrtime(true) - $start) * 1e-9);
        $this->assertTrue(posix_kill($pid, 0));
        $process->awaitEnds(0.0); // kills it
        $process->awaitEnds(20.0);
        $this->assertFalse(posix_kill($pid, 0), 'a zombie is left');
    }

    public function test_what_it_complains_about_never_stops_it(): void
    {
        $loop = LoopChoice::best()->loop;
        $heard = 0;
        $process = new LineProcess($loop, ['bash', '-c', 'head -c 300000 /dev/zero >&2; echo done; sleep 10'], $loop->stop(...), static fn () => null, static function (string $text) use (&$heard): void {
            $heard += strlen($text);
        });
        $process->start();
        $limit = $loop->addTimer(20.0, $loop->stop(...));
        $loop->run();
        $loop->cancelTimer($limit);
        $process->end(SIGKILL);
        $this->assertSame(300_000, $heard);
    }

    public function test_its_last_words_are_heard_though_the_end_of_its_output_comes_first(): void
    {
        $loop = LoopChoice::best()->loop;
        $said = sys_get_temp_dir().'/line-process-said-'.getmypid();
        $heard = '';
        $process = new LineProcess(
            $loop, ['bash', '-c', 'echo done; exec 1>&-; echo last words >&2; touch "$0"; sleep 10', $said],
            static function () use ($said): void {
                for ($end = hrtime(true) + 20_000_000_000; ! file_exists($said) && hrtime(true) < $end; usleep(5000)) {
                    clearstatcache();
                }
            },
            $loop->stop(...),
            static function (string $text) use (&$heard): void {
                $heard .= $text;
            },
        );
        $process->start();
        $limit = $loop->addTimer(20.0, $loop->stop(...));
        $loop->run();
        $loop->cancelTimer($limit);
        unlink($said);
        $this->assertSame("last words\n", $heard);
    }
}
