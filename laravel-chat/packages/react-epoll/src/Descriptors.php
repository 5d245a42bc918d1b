<?php

declare(strict_types=1);

namespace ReactEpoll;

use RuntimeException;

/**
 * Finds the descriptor number of a PHP stream.
 *
 * PHP does not tell it, so the inode of the stream is compared with what /proc/self/fd points to: first with the
 * number that was the lowest free one when something was last registered (what accept() most likely got),
 * then with those after the last one found (streams that were opened together are registered together) and with numbers
 * given back lately, and only then with all of them.
 */
final class Descriptors
{
    private const REMEMBERED = 32;

    private const NEXT_ONES = 4;

    private int $expected = -1;

    private int $found = -1;

    /** @var list<int> numbers given back lately, the newest last */
    private array $givenBack = [];

    public function __construct(private readonly Epoll $epoll)
    {
    }

    /**
     * @param  resource  $stream
     *
     * @throws RuntimeException where the stream has no descriptor (php://memory and the like)
     */
    public function of($stream): int
    {
        $stat = @fstat($stream);
        if ($stat === false || $stat['ino'] === 0) {
            throw new RuntimeException('This stream has no descriptor: the event loop can only watch sockets, pipes and files.');
        }
        $descriptor = $this->found = $this->search($stat['ino'], $stat['mode'] & 0170000, $stat['dev']);
        $this->expected = $this->epoll->lowestFree();

        return $descriptor;
    }

    /** Tells that a number is about to become free. */
    public function givenBack(int $descriptor): void
    {
        $this->givenBack[] = $descriptor;
        if (count($this->givenBack) > self::REMEMBERED) {
            $this->givenBack = array_slice($this->givenBack, -self::REMEMBERED / 2);
        }
    }

    private function search(int $inode, int $type, int $device): int
    {
        // Sockets and pipes are named by their inode, which spares a stat and PHP's stat cache.
        $link = match ($type) {
            0140000 => "socket:[$inode]",
            0010000 => "pipe:[$inode]",
            default => null,
        };
        $points = $link !== null
            ? static fn (int $fd): bool => @readlink("/proc/self/fd/$fd") === $link
            : static fn (int $fd): bool => self::isInode($fd, $inode, $device);
        if ($this->expected >= 0 && $points($this->expected)) {
            return $this->expected;
        }
        for ($fd = $this->found + 1; $fd <= $this->found + self::NEXT_ONES; $fd++) {
            if ($points($fd)) {
                return $fd;
            }
        }
        for ($i = count($this->givenBack) - 1; $i >= 0; $i--) {
            if ($points($this->givenBack[$i])) {
                return $this->givenBack[$i];
            }
        }
        foreach (scandir('/proc/self/fd') ?: [] as $name) {
            if (ctype_digit($name) && ($points((int) $name) || ($link !== null && self::isInode((int) $name, $inode, $device)))) {
                return (int) $name;
            }
        }
        throw new RuntimeException('The descriptor of a stream was not found in /proc/self/fd.');
    }

    private static function isInode(int $fd, int $inode, int $device): bool
    {
        clearstatcache(true, "/proc/self/fd/$fd");
        $stat = @stat("/proc/self/fd/$fd");

        return $stat !== false && $stat['ino'] === $inode && $stat['dev'] === $device;
    }
}
