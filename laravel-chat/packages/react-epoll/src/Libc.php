<?php

declare(strict_types=1);

namespace ReactEpoll;

use FFI;
use Throwable;

/** The C library through ext-ffi: the calls that PHP has no function for. */
final class Libc
{
    /** Typed as mixed: its methods are those of the C declarations below, which no analyser can see. */
    private static mixed $calls = null;

    public static function calls(): mixed
    {
        return self::$calls ??= FFI::cdef(
            'int epoll_create1(int flags);
             int epoll_ctl(int epfd, int op, int fd, void *event);
             int epoll_wait(int epfd, void *events, int maxevents, int timeout);
             int dup(int fd);
             int close(int fd);
             int *__errno_location(void);'
        );
    }

    /** Of the call before. */
    public static function errno(): int
    {
        return self::calls()->__errno_location()[0];
    }

    /** Why epoll cannot be called here, or null where it can. */
    public static function unavailable(): ?string
    {
        if (PHP_OS_FAMILY !== 'Linux') {
            return 'epoll needs Linux';
        }
        if (! extension_loaded('ffi')) {
            return 'ext-ffi is not loaded';
        }
        try {
            self::calls();
        } catch (Throwable $refusal) {
            return 'ext-ffi may not be used: '.$refusal->getMessage();
        }

        return null;
    }
}
