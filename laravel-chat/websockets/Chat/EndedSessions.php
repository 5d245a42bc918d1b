<?php

declare(strict_types=1);

namespace WebSockets\Chat;

use App\Contract;

/** The sessions that ended last. A logout closes the sockets of its session and no others, at all processes. */
final class EndedSessions
{
    // A socket may subscribe late, with a signature from before the end of its session.
    private const REMEMBERED = 10_000;

    // One call asks for few sessions, because messages wait behind it.
    private const CHECKED_AT_ONCE = 100;

    /** @var array<array-key, true> by handle, those that ended first are first */
    private array $handles = [];

    private bool $isCheckDue = false;

    /** Seconds until another check is due. */
    private int $checkIn = 0;

    private bool $isChecking = false;

    public function __construct(
        private readonly Audience $audience,
        private readonly Publisher $publisher,
        private readonly AsyncStore $store,
    ) {
    }

    public function has(string $handle): bool
    {
        return isset($this->handles[$handle]);
    }

    /** An HTTP worker of this host has ended a session in the store. */
    public function end(string $handle): void
    {
        $this->publisher->publish(News::Ended, $handle);
        $this->receive($handle);
    }

    /** A session has ended, at this host or another. */
    public function receive(string $handle): void
    {
        $this->handles[$handle] = true;
        if (count($this->handles) > self::REMEMBERED) {
            unset($this->handles[array_key_first($this->handles)]);
        }
        $this->audience->closeSession($handle);
    }

    /**
     * News of another process may be lost: the next check asks the store for the session of each socket. So does one
     * after joinSeconds, since a socket may join until then with a signature from before the end of its session.
     */
    public function requestCheck(): void
    {
        $this->isCheckDue = true;
        $this->checkIn = Contract::limit('joinSeconds') + 1;
    }

    /** Call once a second. It asks in small parts, to spare the store, and again if the store is away. */
    public function check(): void
    {
        $this->isCheckDue = --$this->checkIn === 0 || $this->isCheckDue;
        if ($this->isCheckDue && ! $this->isChecking) {
            $this->isCheckDue = false;
            $this->checkNext(array_chunk($this->audience->sessions(), self::CHECKED_AT_ONCE));
        }
    }

    /** @param  list<list<string>>  $chunks  of handles */
    private function checkNext(array $chunks): void
    {
        $handles = array_shift($chunks);
        $this->isChecking = $handles !== null;
        if ($handles !== null) {
            $this->store->endedSessions($handles, function (?array $ended) use ($chunks): void {
                $this->isCheckDue = $this->isCheckDue || $ended === null;
                array_map($this->receive(...), $ended ?? []);
                $this->checkNext($ended === null ? [] : $chunks);
            });
        }
    }
}
