<?php

declare(strict_types=1);

namespace Tests\Processes;

use Symfony\Component\Process\Process;

/** Another PHP, in the folder of the app. */
final class Php
{
    /**
     * @param  string[]  $arguments
     * @param  array<string, string>  $env  beside the environment of the tests
     */
    public static function process(array $arguments, array $env = []): Process
    {
        return new Process([PHP_BINARY, ...$arguments], dirname(__DIR__, 2), $env, timeout: 300);
    }
}
