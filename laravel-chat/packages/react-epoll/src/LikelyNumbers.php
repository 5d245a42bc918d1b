<?php

declare(strict_types=1);

namespace ReactEpoll;

/** The descriptors that a stream most likely has, so that not all have to be looked at: 10,000 take 50 ms. */
final class LikelyNumbers
{
    private const REMEMBERED = 32;

    // proc_open() takes two numbers for each pipe and gives one of them back.
    private const NEIGHBOURS = 8;

    private int $expected = -1;

    /** @var list<int> numbers given back lately, the newest last */
    private array $givenBack = [];

    public function __construct(private readonly Epoll $epoll)
    {
    }

    /** What was the lowest free number when something was last registered: what accept() most likely got. */
    public function expected(): int
    {
        return $this->expected;
    }

    /** @return list<int> numbers that were given back lately, the newest first */
    public function reused(): array
    {
        return array_reverse($this->givenBack);
    }

    /** @return list<int> the expected number and those above it, then those given back lately */
    public function all(): array
    {
        return [...range($this->expected, $this->expected + self::NEIGHBOURS), ...$this->reused()];
    }

    /** Tells that something has been registered. */
    public function registered(): void
    {
        $this->expected = $this->epoll->lowestFree();
    }

    /** Tells that a number is about to become free. */
    public function givenBack(int $descriptor): void
    {
        $this->givenBack[] = $descriptor;
        if (count($this->givenBack) > self::REMEMBERED) {
            $this->givenBack = array_slice($this->givenBack, -self::REMEMBERED / 2);
        }
    }
}
