<?php

declare(strict_types=1);

namespace ReactEpoll;

use React\EventLoop\LoopInterface;
use React\EventLoop\StreamSelectLoop;

/**
 * The event loop to take, epoll where ext-ffi is there and else stream_select(), its name, and how many streams it can
 * watch: as many as there can be descriptors.
 */
final class LoopChoice
{
    // stream_select refuses descriptors from 1,024 up.
    private const SELECT_DESCRIPTORS = 1024;

    private function __construct(
        public readonly LoopInterface $loop,
        public readonly string $name,
        public readonly int $maxStreams,
        public readonly ?string $why = null,
    ) {
    }

    /** epoll through ext-ffi; else stream_select with a cap. */
    public static function best(): self
    {
        $refusal = EpollLoop::unavailable();

        return $refusal === null
            ? new self(new EpollLoop, 'epoll (ext-ffi)', self::descriptorLimit())
            : self::select($refusal);
    }

    /** stream_select by choice or for want of anything better. */
    public static function select(string $why): self
    {
        return new self(
            new StreamSelectLoop, 'stream_select', min(self::SELECT_DESCRIPTORS, self::descriptorLimit()), $why,
        );
    }

    /** Descriptors this process may hold; the soft limit is raised to the hard one first. */
    private static function descriptorLimit(): int
    {
        $limits = function_exists('posix_getrlimit') ? posix_getrlimit() : false;
        if ($limits === false) {
            return self::SELECT_DESCRIPTORS;
        }
        ['soft openfiles' => $soft, 'hard openfiles' => $hard] = $limits;
        $hard = is_numeric($hard) ? (int) $hard : 1_048_576;

        return posix_setrlimit(POSIX_RLIMIT_NOFILE, $hard, $hard) || ! is_numeric($soft) ? $hard : (int) $soft;
    }
}
