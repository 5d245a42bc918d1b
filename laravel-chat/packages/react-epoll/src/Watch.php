<?php

declare(strict_types=1);

namespace ReactEpoll;

/** One stream the loop watches. */
final class Watch
{
    /** @var callable(resource): void|null */
    public $read = null;

    /** @var callable(resource): void|null */
    public $write = null;

    /** epoll refuses regular files (EPERM): they are always ready. */
    public bool $alwaysReady = false;

    /** The mask the kernel knows; 0 while not registered. */
    public int $registered = 0;

    /** @param  resource  $stream */
    public function __construct(public $stream, public readonly int $descriptor, public readonly int $generation)
    {
    }

    public function wanted(): int
    {
        return ($this->read !== null ? Epoll::READ : 0) | ($this->write !== null ? Epoll::WRITE : 0);
    }
}
