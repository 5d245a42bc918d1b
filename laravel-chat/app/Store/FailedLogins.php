<?php

declare(strict_types=1);

namespace App\Store;

use App\Chat\ChatError;
use App\Chat\Contract;
use Illuminate\Database\DatabaseManager;
use Illuminate\Database\Query\Builder;

/** Wrong passwords of the last minute, by login and address, counted by all workers together. */
final class FailedLogins
{
    // Workers look at the clock before they wait for the database, so that one may find what another wrote later.
    private const LATER_MS = 10_000;

    public function __construct(private readonly DatabaseManager $db, private readonly StoreFaults $faults)
    {
    }

    /** @throws ChatError too_many_attempts, store_unavailable */
    public function mustBeFew(string $login, string $address): void
    {
        $failed = $this->recent($login, $address)->pluck('at');
        $this->refuseFrom(Contract::load()->limit('failedLoginsMax'), $failed->all());
    }

    /**
     * Counts one more, and refuses it too where others failed at the same time: so many answers say "wrong", no more.
     *
     * @throws ChatError too_many_attempts, store_unavailable
     */
    public function add(string $login, string $address): void
    {
        // One of the future was written by a clock that was set back since: it would count for longer than its minute.
        $this->faults->guard(fn () => $this->db->table('failed_logins')
            ->where('at', '<=', $this->since())->orWhere('at', '>', $this->now() + self::LATER_MS)->delete());
        $id = $this->faults->guard(fn () => $this->db->table('failed_logins')->insertGetId([
            'key' => $this->key($login, $address), 'at' => $this->now(),
        ]));
        $failed = $this->recent($login, $address)->where('id', '<', $id)->pluck('at');
        $this->refuseFrom(Contract::load()->limit('failedLoginsMax'), $failed->all());
    }

    /** @param  array<int, int|string>  $failed times in ms, the newest first */
    private function refuseFrom(int|float $max, array $failed): void
    {
        if (count($failed) >= $max) {
            throw ChatError::tooManyAttempts(((int) $failed[(int) $max - 1] - $this->since()) / 1000);
        }
    }

    private function recent(string $login, string $address): Builder
    {
        return $this->db->table('failed_logins')
            ->where('key', $this->key($login, $address))->where('at', '>', $this->since())->where('at', '<=', $this->now() + self::LATER_MS)->orderByDesc('id');
    }

    private function key(string $login, string $address): string
    {
        return hash('sha256', $address."\0".$login);
    }

    private function since(): int
    {
        return $this->now() - 1000 * (int) Contract::load()->limit('failedLoginsWindowSeconds');
    }

    private function now(): int
    {
        return (int) now()->getTimestampMs();
    }
}
