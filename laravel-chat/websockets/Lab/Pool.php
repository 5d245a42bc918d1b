<?php

declare(strict_types=1);

namespace WebSockets\Lab;

/** The php-fpm workers that take lab calls, seen from outside: a worker that is asked could not answer while all are busy. */
final class Pool
{
    // Socket states in /proc/net/unix: a connection that nobody has accepted yet, and one that somebody has.
    private const WAITING = '02';

    private const ACCEPTED = '03';

    /** @param  string|null  $socket  what the pool listens on; null where nobody said */
    public function __construct(private readonly int $workers, private readonly ?string $socket)
    {
    }

    /** @return array{workers: int, busy: int|null, waiting: int|null} null: it cannot be told */
    public function figures(): array
    {
        $lines = $this->socket === null ? false : @file('/proc/net/unix', FILE_IGNORE_NEW_LINES);
        $states = is_array($lines) ? array_count_values(array_filter(array_map($this->stateIn(...), $lines), is_string(...))) : null;

        return ['workers' => $this->workers, 'busy' => $states === null ? null : $states[self::ACCEPTED] ?? 0, 'waiting' => $states === null ? null : $states[self::WAITING] ?? 0];
    }

    /** The state of a connection to the pool, where the line is of one: both of its ends carry the path of the listener, once it is accepted or not. */
    private function stateIn(string $line): ?string
    {
        $columns = preg_split('/\s+/', trim($line), 8) ?: [];

        return ($columns[7] ?? null) === $this->socket ? $columns[5] : null;
    }
}
