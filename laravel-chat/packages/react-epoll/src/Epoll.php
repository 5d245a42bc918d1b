<?php

declare(strict_types=1);

namespace ReactEpoll;

use FFI;
use Throwable;

/**
 * Linux epoll(7) through ext-ffi: the five calls the loop needs, on plain descriptor numbers.
 *
 * Every registration carries a generation number beside the descriptor, so that an event of a descriptor
 * that was closed and given out again can be told from an event of its new owner.
 */
final class Epoll
{
    public const READ = 0x001;

    public const WRITE = 0x004;

    public const ERROR = 0x008;

    public const HANG_UP = 0x010;

    public const EINTR = 4;

    public const EPERM = 1;

    public const ENOENT = 2;

    public const EEXIST = 17;

    private const CLOSE_ON_EXEC = 0x80000;

    private const ADD = 1;

    private const DELETE = 2;

    private const MODIFY = 3;

    /** Typed as mixed: its methods are those of the C declarations below, which no analyser can see. */
    private static mixed $libc = null;

    /** Room for the events of one wait: a C array of 32-bit words. */
    private mixed $events;

    /** The one event that a control call hands over: a C array of 32-bit words. */
    private mixed $change;

    private int $descriptor;

    private int $stride;

    /** @param  int  $batch most events taken by one wait */
    public function __construct(private readonly int $batch = 1024)
    {
        $libc = self::libc();
        // struct epoll_event is packed on x86-64 (3 words) and padded everywhere else (4 words).
        $this->stride = php_uname('m') === 'x86_64' ? 3 : 4;
        $this->events = $libc->new('uint32_t['.($batch * $this->stride).']');
        $this->change = $libc->new('uint32_t[4]');
        $this->open();
    }

    public function __destruct()
    {
        self::libc()->close($this->descriptor);
    }

    /** Why epoll cannot be used here, or null where it can. */
    public static function unavailable(): ?string
    {
        if (PHP_OS_FAMILY !== 'Linux') {
            return 'epoll needs Linux';
        }
        if (! extension_loaded('ffi')) {
            return 'ext-ffi is not loaded';
        }
        try {
            self::libc();
        } catch (Throwable $refusal) {
            return 'ext-ffi may not be used: '.$refusal->getMessage();
        }

        return null;
    }

    /** Closes the kernel's set and starts an empty one; used after a fork and to shake off phantoms. */
    public function reopen(): void
    {
        self::libc()->close($this->descriptor);
        $this->open();
    }

    /** @return int 0, or the errno of the refusal */
    public function add(int $descriptor, int $mask, int $generation): int
    {
        return $this->control(self::ADD, $descriptor, $mask, $generation);
    }

    /** @return int 0, or the errno of the refusal */
    public function modify(int $descriptor, int $mask, int $generation): int
    {
        return $this->control(self::MODIFY, $descriptor, $mask, $generation);
    }

    /** @return int 0, or the errno of the refusal */
    public function delete(int $descriptor): int
    {
        return $this->control(self::DELETE, $descriptor, 0, 0);
    }

    /**
     * Waits for events.
     *
     * @param  int  $timeout  ms; -1 waits without end
     * @return int how many events wait() left to be read by event(); 0 also when a signal interrupted
     */
    public function wait(int $timeout): int
    {
        $ready = self::libc()->epoll_wait($this->descriptor, $this->events, $this->batch, $timeout);
        if ($ready < 0) {
            $errno = self::errno();
            if ($errno !== self::EINTR) {
                throw new LoopFailed("epoll_wait failed with errno $errno");
            }

            return 0;
        }

        return $ready;
    }

    /** @return array{int, int, int} descriptor, generation and event mask of one event of the last wait */
    public function event(int $index): array
    {
        $at = $index * $this->stride;
        $data = $at + $this->stride - 2;

        return [$this->events[$data], $this->events[$data + 1], $this->events[$at]];
    }

    /** The lowest free descriptor: the number that the kernel gives to whatever is opened next. */
    public function lowestFree(): int
    {
        $libc = self::libc();
        $free = $libc->dup($this->descriptor);
        if ($free >= 0) {
            $libc->close($free);
        }

        return $free;
    }

    private function open(): void
    {
        $this->descriptor = self::libc()->epoll_create1(self::CLOSE_ON_EXEC);
        if ($this->descriptor < 0) {
            throw new LoopFailed('epoll_create1 failed with errno '.self::errno());
        }
    }

    private function control(int $operation, int $descriptor, int $mask, int $generation): int
    {
        $data = $this->stride - 2;
        $this->change[0] = $mask;
        $this->change[$data] = $descriptor;
        $this->change[$data + 1] = $generation;

        return self::libc()->epoll_ctl($this->descriptor, $operation, $descriptor, $this->change) === 0 ? 0 : self::errno();
    }

    private static function errno(): int
    {
        return self::libc()->__errno_location()[0];
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
}
