<?php

declare(strict_types=1);

namespace ReactEpoll;

/**
 * Finds the descriptor number of a socket by its inode, which no other open file has: in /proc/self/fd it is
 * "socket:[INODE]". The likely numbers are asked first, and only then all; what a walk through all sees is kept for the
 * next ones.
 */
final class SocketNumbers
{
    /** @var array<int, int> descriptor by inode, as the last walk saw them, without those asked for since */
    private array $seen = [];

    public function __construct(private readonly LikelyNumbers $likely)
    {
    }

    /** @return int|null null: no descriptor of this process is that socket */
    public function of(int $inode): ?int
    {
        if (self::isOf($this->likely->expected(), $inode)) {
            return $this->likely->expected();
        }
        if (($known = $this->known($inode)) !== null) {
            return $known;
        }
        foreach ($this->likely->reused() as $descriptor) {
            if (self::isOf($descriptor, $inode)) {
                return $descriptor;
            }
        }

        $this->seen = self::all();

        return $this->known($inode);
    }

    /** @return array<int, int> descriptors of all sockets of this process, by inode */
    public static function all(): array
    {
        $all = [];
        foreach (@scandir('/proc/self/fd', SCANDIR_SORT_NONE) ?: [] as $name) {
            if (sscanf((string) @readlink("/proc/self/fd/$name"), 'socket:[%d]', $inode) === 1) {
                $all[(int) $inode] = (int) $name;
            }
        }

        return $all;
    }

    public static function isOf(int $descriptor, int $inode): bool
    {
        return @readlink("/proc/self/fd/$descriptor") === "socket:[$inode]";
    }

    private function known(int $inode): ?int
    {
        $descriptor = $this->seen[$inode] ?? -1;
        unset($this->seen[$inode]);

        return $descriptor >= 0 && self::isOf($descriptor, $inode) ? $descriptor : null;
    }
}
