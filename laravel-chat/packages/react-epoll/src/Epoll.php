<?php

declare(strict_types=1);

namespace ReactEpoll;

use FFI;
use Throwable;

/**
 * Linux epoll(7) through ext-ffi, on plain descriptor numbers.
 *
 * Each registration carries an id. The kernel may give a closed descriptor out again: the id tells an old event from an
 * event of the new owner.
 */
final class Epoll
{
    public const READ = 0x001;

    public const WRITE = 0x004;

    public const ERROR = 0x008;

    public const HANG_UP = 0x010;

    private const EINTR = 4;

    private const CLOSE_ON_EXEC = 0x80000;

    // One wait takes at most so many events.
    private const BATCH = 1024;

    public const ADD = 1;

    public const DELETE = 2;

    public const MODIFY = 3;

    /** The C library. Typed as mixed: its methods are those of the C declarations below, which no analyser can see. */
    private static mixed $libc = null;

    /** Room for the events of one wait: a C array of 32-bit words. */
    private mixed $events;

    /** The one event that a control call hands over: a C array of 32-bit words. */
    private mixed $change;

    private int $descriptor;

    /** Words of a struct epoll_event: packed on x86-64, padded by the rules of the machine elsewhere. */
    private int $stride;

    /** Why epoll cannot be called here, or null if it can. */
    public static function unavailable(): ?string
    {
        try {
            self::libc();

            return null;
        } catch (Throwable $refusal) {
            return 'epoll needs Linux and ext-ffi: '.$refusal->getMessage();
        }
    }

    public function __construct()
    {
        $libc = self::libc();
        $this->stride = php_uname('m') === 'x86_64'
            ? 3
            : intdiv($libc->type('struct { uint32_t events; uint64_t data; }')->getSize(), 4);
        $this->events = $libc->new('uint32_t['.(self::BATCH * $this->stride).']');
        $this->change = $libc->new('uint32_t[4]');
        $this->descriptor = $libc->epoll_create1(self::CLOSE_ON_EXEC);
        if ($this->descriptor < 0) {
            throw LoopFailed::because('epoll_create1', self::errno());
        }
    }

    public function __destruct()
    {
        self::libc()->close($this->descriptor);
    }

    /**
     * @param  int  $operation  ADD, DELETE or MODIFY
     * @return int 0, or the errno of the refusal
     */
    public function control(int $operation, int $descriptor, int $mask, int $id): int
    {
        $data = $this->stride - 2;
        $this->change[0] = $mask;
        $this->change[$data] = $id & 0xFFFFFFFF;
        $this->change[$data + 1] = $id >> 32;
        $result = self::libc()->epoll_ctl($this->descriptor, $operation, $descriptor, $this->change);

        return $result === 0 ? 0 : self::errno();
    }

    /**
     * Waits for events.
     *
     * @param  int  $timeout  ms; -1 waits without end
     * @return int how many events wait() left to be read by event(); 0 also when a signal interrupted
     */
    public function wait(int $timeout): int
    {
        $ready = self::libc()->epoll_wait($this->descriptor, $this->events, self::BATCH, $timeout);
        if ($ready < 0 && ($errno = self::errno()) !== self::EINTR) {
            throw LoopFailed::because('epoll_wait', $errno);
        }

        return max(0, $ready);
    }

    /** @return array{int, int} id and mask of one event of the last wait */
    public function event(int $index): array
    {
        $at = $index * $this->stride;
        $data = $at + $this->stride - 2;

        return [$this->events[$data + 1] << 32 | $this->events[$data], $this->events[$at]];
    }

    /** The lowest free descriptor: the number that the kernel gives out next. PHP_INT_MAX if none is free. */
    public function lowestFree(): int
    {
        $libc = self::libc();
        $free = $libc->dup($this->descriptor);
        if ($free < 0) {
            return PHP_INT_MAX;
        }
        $libc->close($free);

        return $free;
    }

    private static function libc(): mixed
    {
        return self::$libc ??= FFI::cdef(
            'int epoll_create1(int flags);
             int epoll_ctl(int epfd, int op, int fd, void *event);
             int epoll_wait(int epfd, void *events, int maxevents, int timeout);
             int dup(int fd);
             int close(int fd);
             int *__errno_location(void);'
        );
    }

    /** Why the last call failed. */
    private static function errno(): int
    {
        return self::libc()->__errno_location()[0];
    }
}
