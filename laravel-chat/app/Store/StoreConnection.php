<?php

declare(strict_types=1);

namespace App\Store;

use App\ChatError;
use App\Logging\FaultText;
use Closure;
use Illuminate\Database\Connection;
use Illuminate\Database\DatabaseManager;
use Illuminate\Support\Facades\Log;
use PDOException;

/** The database of all stores. While it is away, they throw store_unavailable. */
final class StoreConnection
{
    // These SQLSTATE classes blame the statement, not the server: values, integrity constraints, syntax.
    private const STATEMENT_FAULTS = ['22', '23', '42'];

    // A deadlock or a lock timeout rolls a transaction back, and it is tried again.
    private const TRIES = 3;

    // A login waits until the rows are deleted, so few logins delete, and each only so many.
    private const LOGINS_PER_PRUNE = 100;

    private const ROWS_PER_PRUNE = 1000;

    public function __construct(private readonly DatabaseManager $databases)
    {
    }

    /**
     * @template T
     *
     * @param  Closure(Connection): T  $work
     * @return T
     *
     * @throws ChatError store_unavailable
     * @throws PDOException a mistake of ours
     */
    public function run(Closure $work): mixed
    {
        try {
            return $work($this->databases->connection());
        } catch (PDOException $fault) {
            if (in_array(substr((string) $fault->getCode(), 0, 2), self::STATEMENT_FAULTS, true)) {
                throw $fault;
            }
            Log::error('The store is away.', FaultText::of($fault));
            // A connection that broke in a transaction would believe for ever that it is still in one. (SQLite's
            // persistent connection stays on its file: restart php-fpm after replacing that.)
            $this->databases->connection()->disconnect();

            throw ChatError::of('store_unavailable', previous: $fault);
        }
    }

    /**
     * @template T
     *
     * @param  Closure(Connection): T  $work
     * @return T
     *
     * @throws ChatError store_unavailable
     * @throws PDOException a mistake of ours
     */
    public function transaction(Closure $work): mixed
    {
        return $this->run(fn (Connection $db): mixed => $db->transaction($work, self::TRIES));
    }

    /**
     * Deletes expired rows, in one of LOGINS_PER_PRUNE calls.
     *
     * @param  string  $expiry  the column with the second in which a row expires
     *
     * @throws ChatError store_unavailable
     */
    public function prune(string $table, string $expiry): void
    {
        if (random_int(1, self::LOGINS_PER_PRUNE) === 1) {
            // Two workers that delete at once may meet as a deadlock on MariaDB: the transaction tries again.
            $this->transaction(fn (Connection $db): int => $db->table($table)
                ->where($expiry, '<=', now()->getTimestamp())->limit(self::ROWS_PER_PRUNE)->delete());
        }
    }
}
