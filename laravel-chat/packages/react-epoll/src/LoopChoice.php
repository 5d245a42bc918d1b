<?php

declare(strict_types=1);

namespace ReactEpoll;

use React\EventLoop\ExtEventLoop;
use React\EventLoop\ExtEvLoop;
use React\EventLoop\ExtUvLoop;
use React\EventLoop\LoopInterface;
use React\EventLoop\StreamSelectLoop;

/**
 * The best event loop this PHP can run, its name, and how many streams it can watch: as many as there can be
 * descriptors.
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

    /** ext-uv, ext-ev, ext-event where loaded; else epoll through ext-ffi; else stream_select with a cap. */
    public static function best(): self
    {
        $limit = self::descriptorLimit();
        if (function_exists('uv_default_loop')) {
            return new self(new ExtUvLoop, 'ext-uv', $limit);
        }
        if (class_exists('EvLoop', false)) {
            return new self(new ExtEvLoop, 'ext-ev', $limit);
        }
        if (class_exists('EventBase', false)) {
            return new self(new ExtEventLoop, 'ext-event', $limit);
        }
        $refusal = EpollLoop::unavailable();
        if ($refusal === null) {
            return new self(new EpollLoop, 'epoll (ext-ffi)', $limit);
        }

        return self::select($refusal);
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
        if (! function_exists('posix_getrlimit')) {
            return 1024;
        }
        $limits = posix_getrlimit() ?: [];
        $hard = $limits['hard openfiles'] ?? 1024;
        $hard = is_numeric($hard) ? (int) $hard : 1048576;
        if (posix_setrlimit(POSIX_RLIMIT_NOFILE, $hard, $hard)) {
            return $hard;
        }
        $soft = $limits['soft openfiles'] ?? 1024;

        return is_numeric($soft) ? (int) $soft : $hard;
    }
}
