<?php

declare(strict_types=1);

namespace App\Store;

use App\Chat\Limits\MessageAllowances;
use App\Contract;
use Illuminate\Database\DatabaseManager;
use Illuminate\Database\Query\Builder;

/**
 * A token bucket per user, shared by all workers. Kept as the time at which the bucket will be full again, which one
 * conditional UPDATE can test and move: the generic cell rate algorithm (ITU-T I.371) in its virtual scheduling form.
 */
final class SqlMessageAllowances implements MessageAllowances
{
    // Workers look at the clock before they wait for the database, so that one may find what another wrote later.
    private const LATER_MS = 10_000;

    public function __construct(private readonly DatabaseManager $db, private readonly StoreFaults $faults)
    {
    }

    /** @return float seconds to wait, 0 where a token was taken */
    public function take(string $userId): float
    {
        return $this->faults->guard(function () use ($userId): float {
            $now = (int) now()->getTimestampMs();
            // One token is left while the bucket is full again within what burst - 1 tokens take.
            $latest = $now + (int) (($this->burst() - 1) * $this->cost());
            // Once more for who found no row, and was not the first to insert it.
            if ($this->move($userId, $now, $latest) || $this->open($userId, $now) || $this->move($userId, $now, $latest)) {
                return 0.0;
            }
            $fullAt = (int) $this->db->table('message_allowances')->where('user_id', (int) $userId)->value('full_at');

            return max(0.001, ($fullAt - $latest) / 1000);
        });
    }

    /** Gives a token back that bought nothing. */
    public function giveBack(string $userId): void
    {
        $this->faults->guard(fn () => $this->db->table('message_allowances')->where('user_id', (int) $userId)
            ->decrement('full_at', $this->cost()));
    }

    /** @phpstan-impure another worker may have moved it meanwhile */
    private function move(string $userId, int $now, int $latest): bool
    {
        // No bucket needs longer than this to fill: a later time is of a clock that was set back since, and the bucket is full.
        $possible = $now + (int) ($this->burst() * $this->cost()) + self::LATER_MS;
        $fullAt = $this->db->raw("CASE WHEN full_at > {$now} AND full_at <= {$possible} THEN full_at ELSE {$now} END + {$this->cost()}");

        return $this->db->table('message_allowances')->where('user_id', (int) $userId)
            ->where(fn (Builder $either) => $either->where('full_at', '<=', $latest)->orWhere('full_at', '>', $possible))
            ->update(['full_at' => $fullAt]) === 1;
    }

    private function open(string $userId, int $now): bool
    {
        return $this->db->table('message_allowances')
            ->insertOrIgnore(['user_id' => (int) $userId, 'full_at' => $now + $this->cost()]) === 1;
    }

    /** ms that one message costs */
    private function cost(): int
    {
        return (int) (1000 / Contract::load()->limit('messagesPerSecond'));
    }

    private function burst(): int|float
    {
        return Contract::load()->limit('messagesBurst');
    }
}
