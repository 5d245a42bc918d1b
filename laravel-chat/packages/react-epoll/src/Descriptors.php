<?php

declare(strict_types=1);

namespace ReactEpoll;

use RuntimeException;

/**
 * Finds the descriptor number of a socket or pipe, which PHP does not tell. Its inode is that of one entry in
 * /proc/self/fd. The kernel gives the lowest free number to whatever is opened next, so that one is looked at first:
 * to look through 10,000 takes 50 ms.
 */
final class Descriptors
{
    private const TYPE = 0170000;

    private const LINKS = [0140000 => 'socket:[%d]', 0010000 => 'pipe:[%d]'];

    /** @var array<int, true> numbers of streams that may have been closed since the last look */
    private array $released = [];

    /** The lowest free number after the last look. */
    private int $next;

    public function __construct(private readonly Epoll $epoll)
    {
        $this->next = $epoll->lowestFree();
    }

    /**
     * @param  resource  $stream
     * @param  callable(int): bool  $isTaken  whether an open stream is known under that number
     *
     * @throws RuntimeException if it is neither socket nor pipe
     */
    public function of($stream, callable $isTaken): int
    {
        $link = self::linkOf($stream) ?? throw new RuntimeException('The event loop watches only sockets and pipes.');
        foreach (array_keys($this->released) as $number) {
            if ($number < $this->next && ! $isTaken($number)) {
                $this->next = $number;
            }
        }
        $found = self::is($this->next, $link) ? $this->next : null;
        // Both ends of a pipe have one inode.
        $found ??= array_values(array_filter(self::all($link), static fn (int $number): bool => ! $isTaken($number)))[0]
            ?? throw new RuntimeException('The descriptor of a stream was not found in /proc/self/fd.');
        $this->released = [];
        $this->next = $this->epoll->lowestFree();

        return $found;
    }

    /** The stream of this descriptor has no listener any more, and may be closed next. */
    public function released(int $descriptor): void
    {
        $this->released[$descriptor] = true;
    }

    /** @param  resource  $stream */
    private static function linkOf($stream): ?string
    {
        $stat = @fstat($stream);
        $link = self::LINKS[($stat['mode'] ?? 0) & self::TYPE] ?? null;

        return $stat === false || $link === null ? null : sprintf($link, $stat['ino']);
    }

    private static function is(int $descriptor, string $link): bool
    {
        return @readlink("/proc/self/fd/$descriptor") === $link;
    }

    /** @return list<int> */
    private static function all(string $link): array
    {
        $numbers = array_map('intval', @scandir('/proc/self/fd', SCANDIR_SORT_NONE) ?: []);

        return array_values(array_filter($numbers, static fn (int $number): bool => self::is($number, $link)));
    }
}
