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
}
