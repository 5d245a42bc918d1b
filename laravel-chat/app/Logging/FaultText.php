<?php

declare(strict_types=1);

namespace App\Logging;

use Illuminate\Database\QueryException;
use PDOException;
use Throwable;

/**
 * The part of a fault that may be logged: not the values of a statement, which are password hashes, sessions, messages.
 * Laravel writes them into the message of an exception, and databases quote them in theirs.
 */
final class FaultText
{
    // The messages of these SQLSTATE classes are about the server: connections (08), the driver's general errors (HY).
    private const ABOUT_THE_SERVER = ['08', 'HY'];

    /** @return array<string, mixed> for a log line's context */
    public static function of(Throwable $fault): array
    {
        $about = ['class' => $fault::class, 'at' => basename($fault->getFile()).':'.$fault->getLine()];

        return $about + (
            $fault instanceof PDOException
                ? self::ofDatabase($fault)
                : ['why' => $fault->getMessage(), 'trace' => $fault->getTraceAsString()]
        );
    }

    /** @return array<string, mixed> */
    private static function ofDatabase(PDOException $fault): array
    {
        $cause = $fault instanceof QueryException && $fault->getPrevious() !== null ? $fault->getPrevious() : $fault;
        $state = (string) ($fault->errorInfo[0] ?? $fault->getCode());
        $isOfServer = $fault->errorInfo === null || in_array(substr($state, 0, 2), self::ABOUT_THE_SERVER, true);

        return ['sqlstate' => $state, 'error' => $fault->errorInfo[1] ?? null]
            + ($isOfServer ? ['why' => $cause->getMessage()] : [])
            + ($fault instanceof QueryException ? ['sql' => $fault->getSql()] : []);
    }
}
