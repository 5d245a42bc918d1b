<?php

declare(strict_types=1);

namespace App\Chat\Limits;

use Closure;

/** Attempts for one login from one address, one after the other over all workers: of many at once none is looked at too many. */
final class LoginTurns
{
    // Files; two logins that share one wait for each other, for as long as a password hash takes.
    private const LOCKS = 64;

    public function __construct(private readonly string $folder)
    {
    }

    /**
     * @template T
     *
     * @param  Closure(): T  $attempt
     * @return T
     */
    public function run(string $login, string $address, Closure $attempt): mixed
    {
        $number = crc32($address."\0".$login) % self::LOCKS;
        $file = @fopen("{$this->folder}/login-{$number}.lock", 'c');
        if ($file === false) {
            return $attempt(); // the count is kept all the same, by the reservations of FailedLogins
        }
        try {
            flock($file, LOCK_EX);

            return $attempt();
        } finally {
            fclose($file);
        }
    }
}
