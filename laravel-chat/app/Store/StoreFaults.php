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
    /** The log line, always in the same words. */
    public const AWAY = 'The store is away.';

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
            if (! self::meansAway($fault)) {
                throw $fault;
            }
            Log::error(self::AWAY, FaultText::of($fault));
            // A connection that broke in a transaction would believe for ever that it is still in one. (SQLite's
            // persistent connection stays on its file: restart php-fpm after replacing that.)
            $this->db->connection()->disconnect();

            throw ChatError::of('store_unavailable', previous: $fault);
        }
    }

    public static function meansAway(PDOException $fault): bool
    {
        return ! in_array(substr((string) $fault->getCode(), 0, 2), self::OURS, true);
    }
}
