<?php

declare(strict_types=1);

namespace App\Console\Commands;

use App\Chat\SessionStore;
use App\Contract;
use App\SessionToken;
use App\Store\Users;
use Illuminate\Console\Command;
use Illuminate\Contracts\Hashing\Hasher;
use Illuminate\Database\DatabaseManager;
use Illuminate\Support\Str;
use RuntimeException;

/**
 * Users and sessions for load runs, without a login each. Nobody knows their password: the session is the only way in.
 */
final class SeedCommand extends Command
{
    protected $signature = 'chat:seed
        {--users= : how many}
        {--file= : where the JSON lines {login, cookie} go}
        {--prefix=load- : what their logins begin with}';

    protected $description = 'Makes users with sessions for load runs, and writes their cookies';

    private const USERS_PER_INSERT = 1000;

    public function handle(DatabaseManager $db, Users $users, SessionStore $sessions, Hasher $hasher): int
    {
        $count = (int) $this->input->getOption('users');
        $file = (string) $this->input->getOption('file');
        $prefix = (string) $this->input->getOption('prefix');
        $out = $file === '' ? false : @fopen($file, 'w');
        if ($count < 1 || $out === false) {
            $this->error($count < 1 ? '--users takes a number from 1.' : "--file={$file} cannot be written.");

            return self::FAILURE;
        }
        if (is_file($file)) {
            chmod($file, 0600); // it opens sessions
        }

        $hash = $hasher->make(Str::random(64)); // one for all: a hash each would take minutes
        $cookie = Contract::get('cookies', 'laravel');
        for ($first = 1; $first <= $count; $first += self::USERS_PER_INSERT) {
            $numbers = range($first, min($count, $first + self::USERS_PER_INSERT - 1));
            $logins = array_map(fn (int $n): string => $prefix.$n, $numbers);
            $db->connection()->transaction(function () use ($users, $sessions, $logins, $hash, $cookie, $out): void {
                $ids = $users->registerAll($logins, $hash);
                if (count($ids) !== count($logins)) {
                    throw new RuntimeException('Another user has one of these names: choose another --prefix.');
                }
                $handles = [];
                foreach ($ids as $login => $id) {
                    $token = SessionToken::new();
                    $handles[SessionToken::handleOf($token)] = $id;
                    $line = ['login' => $login, 'cookie' => "{$cookie}={$token}"];
                    fwrite($out, json_encode($line, JSON_THROW_ON_ERROR)."\n");
                }
                $sessions->save($handles);
            });
        }
        fclose($out);
        $this->info("{$file}: {$count} users");

        return self::SUCCESS;
    }
}
