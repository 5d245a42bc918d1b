<?php

declare(strict_types=1);

namespace WebSockets\Chat;

/**
 * A map of bounded size: keeps the entries set last, at least as many as asked for and at most twice as many. Two generations take turns, because
 * removing the first key of an array for each new one makes array_key_first() step over all that were removed before.
 *
 * @template K of array-key
 * @template V
 */
final class BoundedMap
{
    /** @var array<K, V> */
    private array $young = [];

    /** @var array<K, V> */
    private array $old = [];

    public function __construct(private readonly int $kept)
    {
    }

    /**
     * @param  K  $key
     * @param  V  $value
     */
    public function set(int|string $key, mixed $value): void
    {
        $this->young[$key] = $value;
        if (count($this->young) >= $this->kept) {
            $this->old = $this->young;
            $this->young = [];
        }
    }

    /**
     * @param  K  $key
     * @return V|null
     */
    public function get(int|string $key): mixed
    {
        return $this->young[$key] ?? $this->old[$key] ?? null;
    }

    /** @param  K  $key */
    public function has(int|string $key): bool
    {
        return isset($this->young[$key]) || isset($this->old[$key]);
    }
}
