<?php

declare(strict_types=1);

namespace ReactEpoll;

use RuntimeException;

/**
 * Finds the descriptor number of a PHP stream, which PHP does not tell.
 *
 * A socket has an inode of its own. All else is looked for by inode and device in /proc/self/fd: where several
 * descriptors have them, the open file decides (OpenFile), and between copies of one open file, which are ready
 * together, any that is not taken.
 */
final class Descriptors
{
    private const TYPE = 0170000;

    private const SOCKET = 0140000;

    private const PIPE = 0010000;

    private readonly LikelyNumbers $likely;

    private readonly SocketNumbers $sockets;

    public function __construct(Epoll $epoll)
    {
        $this->likely = new LikelyNumbers($epoll);
        $this->sockets = new SocketNumbers($this->likely);
    }

    /** Why a socket's descriptor cannot be found here; null where it can. An open_basedir may hide /proc. */
    public static function unavailable(): ?string
    {
        [$socket] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0) ?: [null];
        $inode = $socket === null ? 0 : fstat($socket)['ino'] ?? 0;

        return isset(SocketNumbers::all()[$inode]) ? null : 'the descriptor of a socket was not found in /proc/self/fd';
    }

    /**
     * @param  resource  $stream
     * @param  callable(int): bool  $isTaken whether another stream is watched under that number
     * @return array{int, bool} the number, and whether it could be the stream's copy just as well
     *
     * @throws RuntimeException where the stream has no descriptor (php://memory and the like)
     */
    public function of($stream, callable $isTaken): array
    {
        $stat = @fstat($stream);
        if ($stat === false || $stat['ino'] === 0) {
            throw new RuntimeException(
                'This stream has no descriptor: the event loop can only watch sockets, pipes, terminals and files.',
            );
        }
        $found = match ($stat['mode'] & self::TYPE) {
            self::SOCKET => $this->ofSocket($stat['ino'], $stat['dev'], $isTaken),
            self::PIPE => $this->ofPipe($stream, $stat['ino'], $isTaken)
                ?? self::ofFile($stream, $stat['ino'], $stat['dev']),
            default => self::ofFile($stream, $stat['ino'], $stat['dev']),
        };
        $this->likely->registered();
        if ($found === []) {
            throw new RuntimeException('The descriptor of a stream was not found in /proc/self/fd.');
        }

        return [self::choose($stream, $found, $isTaken), count($found) > 1];
    }

    /**
     * Whether a number is still the stream's: others may have closed it and got it for something else.
     *
     * @param  resource  $stream
     */
    public function isStillOf($stream, int $descriptor): bool
    {
        $stat = @fstat($stream);
        if ($stat === false) {
            return false;
        }

        return ($stat['mode'] & self::TYPE) === self::SOCKET
            ? SocketNumbers::isOf($descriptor, $stat['ino'])
            : self::isInode($descriptor, $stat['ino'], $stat['dev']);
    }

    /** Tells that a number is about to become free. */
    public function givenBack(int $descriptor): void
    {
        $this->likely->givenBack($descriptor);
    }

    /**
     * @param  callable(int): bool  $isTaken
     * @return list<int>
     */
    private function ofSocket(int $inode, int $device, callable $isTaken): array
    {
        $descriptor = $this->sockets->of($inode);
        if ($descriptor === null) {
            return [];
        }

        return $isTaken($descriptor) ? self::withInode($inode, $device) : [$descriptor];
    }

    /**
     * @param  resource  $stream
     * @param  callable(int): bool  $isTaken
     * @return non-empty-list<int>|null null where it has to be looked for among all
     */
    private function ofPipe($stream, int $inode, callable $isTaken): ?array
    {
        foreach ($this->likely->all() as $descriptor) {
            // Both ends of a pipe have one inode.
            $isPipe = @readlink("/proc/self/fd/$descriptor") === "pipe:[$inode]";
            if ($isPipe && ! $isTaken($descriptor) && OpenFile::descriptors($stream, [$descriptor]) !== []) {
                return [$descriptor];
            }
        }

        return null;
    }

    /**
     * @param  resource  $stream
     * @return list<int>
     */
    private static function ofFile($stream, int $inode, int $device): array
    {
        $found = self::withInode($inode, $device);

        return count($found) > 1 ? (OpenFile::descriptors($stream, $found) ?: $found) : $found;
    }

    /**
     * @param  resource  $stream
     * @param  non-empty-list<int>  $found
     * @param  callable(int): bool  $isTaken
     */
    private static function choose($stream, array $found, callable $isTaken): int
    {
        foreach (['STDIN', 'STDOUT', 'STDERR'] as $number => $name) {
            if (defined($name) && constant($name) === $stream && in_array($number, $found, true)) {
                return $number;
            }
        }
        $free = array_filter($found, static fn (int $descriptor): bool => ! $isTaken($descriptor));

        // The three standard ones have streams of their own.
        return max($free ?: $found);
    }

    /** @return list<int> */
    private static function withInode(int $inode, int $device): array
    {
        $found = [];
        foreach (scandir('/proc/self/fd', SCANDIR_SORT_NONE) ?: [] as $name) {
            if (ctype_digit($name) && self::isInode((int) $name, $inode, $device)) {
                $found[] = (int) $name;
            }
        }

        return $found;
    }

    private static function isInode(int $descriptor, int $inode, int $device): bool
    {
        clearstatcache(true, "/proc/self/fd/$descriptor");
        $stat = @stat("/proc/self/fd/$descriptor");

        return $stat !== false && $stat['ino'] === $inode && $stat['dev'] === $device;
    }
}
