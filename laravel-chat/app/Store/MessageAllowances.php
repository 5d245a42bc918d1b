<?php

declare(strict_types=1);

namespace App\Store;

use App\Chat\Contract;
use Illuminate\Database\DatabaseManager;

/**
 * A token bucket per user, shared by all workers. Kept as the time at which the bucket will be full again, which one
 * conditional UPDATE can test and move: the generic cell rate algorithm (ITU-T I.371) in its virtual scheduling form.
 */
final class MessageAllowances
{
    public function __construct(private readonly DatabaseManager $db, private readonly StoreFaults $faults)
    {
    }

    /** @return float seconds to wait, 0 where a token was taken */
    public function take(string $userId): float
    {
        return $this->faults->guard(function () use ($userId): float {
            $now = (int) now()->getTimestampMs();
            $mine = fn () => $this->db->table('message_allowances')->where('user_id', (int) $userId);
            // One token is left while the bucket is full again within what burst - 1 tokens take.
            $latest = $now + (int) (($this->burst() - 1) * $this->cost());
            $later = $this->db->raw("CASE WHEN full_at > {$now} THEN full_at ELSE {$now} END + {$this->cost()}");

            $take = fn (): bool => $mine()->where('full_at', '<=', $latest)->update(['full_at' => $later]) === 1;
            $first = fn (): bool => $this->db->table('message_allowances')->insertOrIgnore(['user_id' => (int) $userId, 'full_at' => $now + $this->cost()]) === 1;
            // The second $take is for who found no row and was not the first to insert it.
            if ($take() || $first() || $take()) {
                return 0.0;
            }

            return max(0.001, ((int) $mine()->value('full_at') - $latest) / 1000);
        });
    }

    /** Gives a token back that bought nothing. */
    public function giveBack(string $userId): void
    {
        $this->faults->guard(fn () => $this->db->table('message_allowances')->where('user_id', (int) $userId)
            ->decrement('full_at', $this->cost()));
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
