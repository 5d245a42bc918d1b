<?php

declare(strict_types=1);

namespace ReactEpoll\Tests;

use Composer\Autoload\ClassLoader;
use PHPUnit\Framework\Attributes\RequiresPhpExtension;
use PHPUnit\Framework\TestCase;
use ReactEpoll\EpollLoop;
use ReflectionClass;
use RuntimeException;

#[RequiresPhpExtension('ffi')]
abstract class LoopTestCase extends TestCase
{
    protected EpollLoop $loop;

    protected function setUp(): void
    {
        $this->loop = new EpollLoop;
    }

    /** @return array{resource, resource} */
    protected function pair(): array
    {
        $pair = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0) ?: throw new RuntimeException;
        stream_set_blocking($pair[0], false);
        stream_set_blocking($pair[1], false);

        return [$pair[0], $pair[1]];
    }

    protected function fork(callable $inChild): int
    {
        $pid = pcntl_fork();
        if ($pid === 0) {
            $inChild();
            // No destructors, no output of the test runner.
            posix_kill((int) getmypid(), SIGKILL);
        }

        return $pid;
    }

    /** Time that this process has spent on a processor, the kernel's for it included: µs. */
    protected function cpuTime(): int
    {
        $usage = getrusage() ?: throw new RuntimeException;
        $seconds = $usage['ru_utime.tv_sec'] + $usage['ru_stime.tv_sec'];

        return $seconds * 1_000_000 + $usage['ru_utime.tv_usec'] + $usage['ru_stime.tv_usec'];
    }

    /**
     * Runs PHP code in a process of its own, with the package's classes at hand.
     *
     * @param  string|null  $typed null: it has a pipe for what it writes; else a terminal on which this is typed
     * @return string what it wrote
     */
    protected function php(string $code, ?string $typed = null): string
    {
        $spec = $typed === null ? [1 => ['pipe', 'w'], 2 => ['file', '/dev/null', 'w']] : [['pty'], ['pty'], ['pty']];
        $autoload = dirname((string) (new ReflectionClass(ClassLoader::class))->getFileName(), 2).'/autoload.php';
        $process = proc_open([PHP_BINARY, '-r', 'require '.var_export($autoload, true)."; $code"], $spec, $pipes) ?: throw new RuntimeException;
        if ($typed !== null) {
            fwrite($pipes[0], $typed);
        }
        $said = '';
        // A terminal whose other side is gone answers with an error.
        while (($bytes = (string) @fread($pipes[1], 8192)) !== '') {
            $said .= $bytes;
        }
        proc_close($process);

        return $said;
    }
}
