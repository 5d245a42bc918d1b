<?php

declare(strict_types=1);

namespace ReactEpoll;

use RuntimeException;

/** The event loop cannot run. */
final class LoopFailed extends RuntimeException
{
    public static function because(string $call, int $errno): self
    {
        $meaning = function_exists('posix_strerror') ? ' ('.posix_strerror($errno).')' : '';

        return new self("$call failed with errno $errno$meaning", $errno);
    }
}
