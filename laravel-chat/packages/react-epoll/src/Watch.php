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

    /** The mask the kernel knows; 0 while not registered. */
    public int $registered = 0;

    /**
     * @param  resource  $stream
     * @param  bool  $hasCopies whether another descriptor of this process is the same open file, and so could be this stream's
     */
    public function __construct(public $stream, public int $descriptor, public bool $hasCopies, public readonly int $generation)
    {
    }

    public function wanted(): int
    {
        return ($this->read !== null ? Epoll::READ : 0) | ($this->write !== null ? Epoll::WRITE : 0);
    }
}
