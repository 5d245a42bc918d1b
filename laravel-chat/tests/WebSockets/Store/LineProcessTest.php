<?php

declare(strict_types=1);

namespace Tests\WebSockets\Store;

use LogicException;
use PHPUnit\Framework\TestCase;
use ReactEpoll\EpollLoop;
use Tests\WebSockets\Harness\TurnsLoop;
use WebSockets\Store\LineProcess;

final class LineProcessTest extends TestCase
{
    use TurnsLoop;

    /** @var list<mixed> */
    private array $answers = [];

    private string $said = '';

    private int $ends = 0;

    protected function setUp(): void
    {
        $this->loop = new EpollLoop;
    }

    public function test_answers_come_in_order_and_after_the_end_of_the_process_as_null(): void
    {
        $process = $this->start('while read line; do [ "$line" = 3 ] && exit; echo "{\"heard\":$line}"; done');
        foreach ([1, 2, 3, 4] as $number) {
            $process->call($number, $this->answered(...));
        }
        $this->until(fn (): bool => count($this->answers) === 4);
        $this->assertSame([[['heard' => 1], ['heard' => 2], null, null], 1], [$this->answers, $this->ends]);
    }

    public function test_each_call_gets_its_own_answer_after_one_that_throws(): void
    {
        $process = $this->start('read a; read b; printf "[1]\\n[2]\\n"; read c; echo "[3]"');
        $process->call(1, fn () => throw new LogicException);
        $process->call(2, $this->answered(...));
        try {
            $this->loop->run();
            $this->fail();
        } catch (LogicException) {
        }
        $process->call(3, $this->answered(...));
        $this->until(fn (): bool => count($this->answers) === 2);
        $this->assertSame([[2], [3]], $this->answers);
    }

    public function test_output_that_is_no_json_and_output_on_stderr_stop_no_answer(): void
    {
        $process = $this->start('echo no JSON; head -c 300000 /dev/zero >&2; echo "{}"; sleep 60');
        $process->call(1, $this->answered(...));
        $this->until(fn (): bool => $this->answers !== []);
        $process->end(SIGKILL);
        $this->assertSame(['no JSON', [[]], 0], [$this->said, $this->answers, $this->ends]);
    }

    public function test_the_process_inherits_no_socket(): void
    {
        $listener = stream_socket_server('tcp://127.0.0.1:0');
        $this->start('echo "{\"sockets\":$(ls -l /proc/self/fd | grep -c socket:)}"')->call(1, $this->answered(...));
        $this->until(fn (): bool => $this->answers !== []);
        $this->assertSame([['sockets' => 0]], $this->answers);
        $this->assertIsResource($listener);
    }

    private function answered(mixed $answer): void
    {
        $this->answers[] = $answer;
    }

    private function start(string $script): LineProcess
    {
        $said = function (string $text): void {
            $this->said .= $text;
        };
        $ended = function (): void {
            $this->ends++;
        };

        return new LineProcess($this->loop, ['bash', '-c', $script], $said, $ended);
    }
}
