<?php

declare(strict_types=1);

namespace App\Store;

use App\ChatError;
use App\Logging\FaultText;
use Closure;
use Illuminate\Database\DatabaseManager;
use Illuminate\Support\Facades\Log;
use PDOException;

/** Turns faults of an unreachable database into store_unavailable. Mistakes of ours stay what they are. */
final class StoreFaults
{
    // SQLSTATE classes that blame the statement, not the server: values, integrity constraints, syntax.
    private const OURS = ['22', '23', '42'];

    public function __construct(private readonly DatabaseManager $db)
    {
    }

    /**
     * @template T
     *
     * @param  Closure(): T  $work
     * @return T
     *
     * @throws ChatError store_unavailable
     */
    public function translate(Closure $work): mixed
    {
        try {
            return $work();
        } catch (PDOException $fault) {
            if (in_array(substr((string) $fault->getCode(), 0, 2), self::OURS, true)) {
                throw $fault;
            }
            Log::error('The store is away.', FaultText::of($fault));
            // A connection that broke in a transaction would believe for ever that it is still in one. (SQLite's
            // persistent connection stays on its file: restart php-fpm after replacing that.)
            $this->db->connection()->disconnect();

            throw ChatError::of('store_unavailable', previous: $fault);
        }
    }
}
