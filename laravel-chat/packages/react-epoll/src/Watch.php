<?php

declare(strict_types=1);

namespace ReactEpoll;

/** A stream that the loop knows, its number, and who listens. */
final class Watch
{
    /** @var callable(resource): void|null */
    public $read = null;

    /** @var callable(resource): void|null */
    public $write = null;

    /** The mask the kernel knows; 0 without listeners. */
    public int $registered = 0;

    /** @param  resource  $stream */
    public function __construct(public readonly mixed $stream, public readonly int $descriptor)
    {
    }

    public function wanted(): int
    {
        return ($this->read !== null ? Epoll::READ : 0) | ($this->write !== null ? Epoll::WRITE : 0);
    }
}
