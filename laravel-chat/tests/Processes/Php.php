<?php

declare(strict_types=1);

namespace Tests\Processes;

use PHPUnit\Framework\Assert;

/** Another PHP, in the folder of the app. */
final class Php
{
    /**
     * @param  list<string>  $arguments
     * @param  array<string, string>  $env  beside the environment of the tests
     * @return string what it printed
     */
    public static function run(array $arguments, array $env = []): string
    {
        [$status, $printed, $complaints] = self::outcome($arguments, $env);
        Assert::assertSame(0, $status, $printed.$complaints);

        return $printed;
    }

    /**
     * @param  list<string>  $arguments
     * @param  array<string, string>  $env
     * @return array{int, string, string} how it ended, what it printed, and on stderr
     */
    public static function outcome(array $arguments, array $env = []): array
    {
        $process = proc_open([PHP_BINARY, ...$arguments], [['file', '/dev/null', 'r'], ['pipe', 'w'], ['pipe', 'w']], $pipes, dirname(__DIR__, 2), $env + getenv());
        Assert::assertIsResource($process);
        $printed = (string) stream_get_contents($pipes[1]);
        $complaints = (string) stream_get_contents($pipes[2]);

        return [proc_close($process), $printed, $complaints];
    }
}
