<?php

declare(strict_types=1);

namespace App\Store;

use App\Chat\Limits\FailedLogins;
use App\ChatError;
use App\Contract;
use Closure;
use Illuminate\Cache\Repository;
use Illuminate\Database\DetectsConcurrencyErrors;

/** Counts failed logins in the cache table. */
final class CachedFailedLogins implements FailedLogins
{
    use DetectsConcurrencyErrors;

    private const GUESSES = ['wrong_password', 'wrong_join_code'];

    private const TRIES = 20;

    public function __construct(private readonly Repository $cache, private readonly StoreConnection $store)
    {
    }

    public function guard(string $address, string $nameKey, Closure $attempt): mixed
    {
        // Laravel's cache deletes an expired row only when its key is read again.
        $this->store->prune('cache', 'expiration');
        $counted = [];
        $isGuess = false;
        try {
            $limits = ['failedLoginsMax' => $address."\0".$nameKey, 'failedLoginsPerAddressMax' => $address];
            foreach ($limits as $limit => $who) {
                $key = 'failed-logins|'.hash('sha256', $who);
                $count = $this->retryConflicts(fn () => $this->increment($key));
                $counted[] = $key;
                if ($count > Contract::limit($limit)) {
                    throw $this->tooMany($key);
                }
            }

            return $attempt();
        } catch (ChatError $fault) {
            $isGuess = in_array($fault->errorCode, self::GUESSES, true);
            throw $fault;
        } finally {
            if (! $isGuess) {
                $this->giveBack($counted);
            }
        }
    }

    private function tooMany(string $key): ChatError
    {
        $ends = (int) $this->retryConflicts(fn () => $this->cache->get("$key|ends"));

        return ChatError::tooMany('too_many_attempts', $ends - now()->getTimestamp());
    }

    /** RateLimiter::hit() would lose counts: at a count of 0 it writes 1, even if other workers have counted since. */
    private function increment(string $key): int
    {
        $seconds = Contract::limit('failedLoginsWindowSeconds');
        $this->cache->add("$key|ends", now()->getTimestamp() + $seconds, $seconds);
        $this->cache->add($key, 0, $seconds);

        return (int) $this->cache->increment($key);
    }

    /** @param  list<string>  $keys */
    private function giveBack(array $keys): void
    {
        foreach ($keys as $key) {
            $this->retryConflicts(fn () => $this->cache->decrement($key));
        }
    }

    /**
     * Tries again after a conflict: several workers update the row of one address. SQLite refuses one of two such
     * transactions, and MariaDB may end one as a deadlock.
     *
     * @template T
     *
     * @param  Closure(): T  $work
     * @return T
     *
     * @throws ChatError store_unavailable
     */
    private function retryConflicts(Closure $work): mixed
    {
        $milliseconds = static fn (): int => random_int(5, 50);

        return $this->store->run(fn () => retry(
            self::TRIES, fn () => $work(), $milliseconds, $this->causedByConcurrencyError(...),
        ));
    }
}
