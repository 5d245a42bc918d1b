<?php

declare(strict_types=1);

namespace WebSockets\Chat;

use WebSockets\Chat\Storing\StoreQueue;

/**
 * Messages that HTTP workers say they have stored. Their word is a hint: what is told is what the store itself has under those ids, so that
 * whoever could sign a call could not put words into anybody's mouth. While one question is under way the next one gathers.
 */
final class Published
{
    // As many as one insert may hold; more come with the next question.
    private const ASKED_AT_ONCE = 1000;

    // Beyond that they are forgotten: clients see the hole and ask the store.
    private const WAITING_MOST = 20_000;

    /** @var array<int, float> when it was heard of, in seconds of the loop's clock, by id */
    private array $waiting = [];

    /** @var array<int, float> */
    private array $asked = [];

    /** @param  callable(list<StoredMessage>): void  $tell  in rising id order */
    public function __construct(private readonly StoreQueue $queue, private $tell)
    {
    }

    /** @param  list<int>  $ids */
    public function heard(array $ids, float $now): void
    {
        foreach ($ids as $id) {
            if ($id > 0 && ! isset($this->asked[$id]) && count($this->waiting) < self::WAITING_MOST) {
                $this->waiting[$id] ??= $now;
            }
        }
        $this->ask();
    }

    /** The store is there. */
    public function ask(): void
    {
        if ($this->asked !== [] || $this->waiting === []) {
            return;
        }
        $some = array_slice($this->waiting, 0, self::ASKED_AT_ONCE, preserve_keys: true);
        if ($this->queue->read(array_keys($some))) {
            $this->asked = $some;
            $this->waiting = array_diff_key($this->waiting, $some);
        }
    }

    /** @param  list<array{int, string}>|null  $messages  id and JSON of those that are there; null where the store could not be read */
    public function read(?array $messages): void
    {
        $asked = $this->asked;
        $this->asked = [];
        if ($messages === null) {
            $this->waiting = $asked + $this->waiting; // until the store answers again

            return;
        }
        $this->ask();
        $stored = [];
        foreach ($messages as [$id, $json]) {
            if (isset($asked[$id])) {
                $stored[] = new StoredMessage($id, $json, $asked[$id]);
            }
        }
        ($this->tell)($stored);
    }
}
