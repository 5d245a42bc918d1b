<?php

declare(strict_types=1);

namespace App\Store;

use App\Chat\Limits\FailedLogins;
use App\ChatError;
use App\Contract;
use Illuminate\Database\DatabaseManager;
use Illuminate\Database\Query\Builder;

/**
 * Wrong passwords of the last minute, by login and address and by address alone, counted by all workers together. An attempt counts
 * as wrong before its password is looked at, and no longer once it was not: so many at once never say more than so many in a row.
 */
final class SqlFailedLogins implements FailedLogins
{
    // Workers look at the clock before they wait for the database, so that one may find what another wrote later.
    private const LATER_MS = 10_000;

    public function __construct(private readonly DatabaseManager $db, private readonly StoreFaults $faults)
    {
    }

    /**
     * @return list<int> what to release where the password was not wrong
     *
     * @throws ChatError too_many_attempts, store_unavailable
     */
    public function reserve(string $login, string $address): array
    {
        return $this->faults->guard(function () use ($login, $address): array {
            // One of the future was written by a clock that was set back since: it would count for longer than its minute.
            StaleRows::delete($this->db->connection(), 'failed_logins', fn (Builder $old) => $old
                ->where('at', '<=', $this->since())->orWhere('at', '>', $this->now() + self::LATER_MS));
            $taken = [];
            foreach (['failedLoginsMax' => $address."\0".$login, 'failedLoginsPerAddressMax' => $address] as $limit => $counted) {
                $key = hash('sha256', $counted);
                $taken[] = $id = $this->db->table('failed_logins')->insertGetId(['key' => $key, 'at' => $this->now()]);
                $max = (int) Contract::load()->limit($limit);
                $before = $this->db->table('failed_logins')->where('key', $key)->where('id', '<', $id)
                    ->where('at', '>', $this->since())->where('at', '<=', $this->now() + self::LATER_MS)
                    ->orderByDesc('id')->limit($max)->pluck('at')->all();
                if (count($before) >= $max) {
                    $this->release($taken);

                    throw ChatError::tooMany('too_many_attempts', ((int) $before[$max - 1] - $this->since()) / 1000);
                }
            }

            return $taken;
        });
    }

    /** @param  list<int>  $taken by reserve() */
    public function release(array $taken): void
    {
        $this->faults->guard(fn () => $this->db->table('failed_logins')->whereIn('id', $taken)->delete());
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
