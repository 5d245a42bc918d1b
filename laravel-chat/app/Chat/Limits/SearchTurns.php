<?php

declare(strict_types=1);

namespace App\Chat\Limits;

use Closure;

/** Searches take the processor: few at a time over all workers, so that the other workers have all else for themselves. */
final class SearchTurns
{
    private const AT_ONCE = 3;

    private const TRIES = 10;

    private const TRY_AGAIN_US = 20_000;

    public function __construct(private readonly string $folder)
    {
    }

    /**
     * @template T
     *
     * @param  Closure(): T  $search
     * @return ?T null where the others took too long
     */
    public function run(Closure $search): mixed
    {
        for ($try = 0; $try < self::TRIES; $try++) {
            for ($number = 0; $number < self::AT_ONCE; $number++) {
                $file = @fopen("{$this->folder}/search-{$number}.lock", 'c');
                if ($file === false) {
                    return $search(); // a folder that nobody can write to: each worker for itself
                }
                try {
                    if (flock($file, LOCK_EX | LOCK_NB)) {
                        return $search();
                    }
                } finally {
                    fclose($file);
                }
            }
            usleep(self::TRY_AGAIN_US);
        }

        return null;
    }
}
