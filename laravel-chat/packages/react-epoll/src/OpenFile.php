<?php

declare(strict_types=1);

namespace ReactEpoll;

/**
 * Tells which of several descriptors are a stream's, where their inode is the same: a file, a named pipe or a terminal that was
 * opened more than once. Descriptors of one open file share their blocking mode: what changes with the stream's is the stream's.
 */
final class OpenFile
{
    private const GET_FLAGS = 3;

    private const SET_FLAGS = 4;

    /**
     * The blocking mode is changed for some microseconds, and is what it was afterwards.
     *
     * @param  resource  $stream no socket: of those PHP remembers the mode itself
     * @param  list<int>  $candidates descriptors with the stream's inode
     * @return list<int> those of the stream's own open file; several where one is a copy (dup) of the other
     */
    public static function descriptors($stream, array $candidates): array
    {
        $before = self::flags($candidates);
        stream_set_blocking($stream, false);
        $free = self::flags($candidates);
        stream_set_blocking($stream, true);
        $blocking = self::flags($candidates);
        $own = [];
        foreach ($candidates as $descriptor) {
            if ($free[$descriptor] !== $blocking[$descriptor]) {
                $own[] = $descriptor;
                Libc::calls()->fcntl($descriptor, self::SET_FLAGS, $before[$descriptor]);
            }
        }

        return $own;
    }

    /**
     * @param  list<int>  $descriptors
     * @return array<int, int>
     */
    private static function flags(array $descriptors): array
    {
        $flags = [];
        foreach ($descriptors as $descriptor) {
            $flags[$descriptor] = Libc::calls()->fcntl($descriptor, self::GET_FLAGS);
        }

        return $flags;
    }
}
