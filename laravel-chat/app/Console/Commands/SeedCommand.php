<?php

declare(strict_types=1);

namespace App\Console\Commands;

use App\Chat\Names;
use App\Contract;
use App\Http\Sessions;
use Illuminate\Console\Command;
use Illuminate\Contracts\Hashing\Hasher;
use Illuminate\Database\DatabaseManager;
use Illuminate\Support\Collection;
use Illuminate\Support\Str;
use RuntimeException;

/**
 * Users and sessions for load runs, without a login each. Nobody knows their password: the session is the only way in.
 */
final class SeedCommand extends Command
{
    protected $signature = 'chat:seed
        {--users=100 : how many}
        {--file= : where the JSON lines {login, cookie} go; default: standard output}
        {--prefix=load- : what their logins begin with}';

    protected $description = 'Makes users with sessions for load runs, and writes their cookies';

    private const ROWS = 1000; // a statement

    public function handle(DatabaseManager $db, Hasher $hasher): int
    {
        $users = (int) $this->option('users');
        $file = $this->text('file') ?: 'php://stdout';
        $prefix = $this->text('prefix');
        $out = @fopen($file, 'w');
        if ($users < 1 || $out === false) {
            $this->error($users < 1 ? '--users takes a number from 1.' : "{$file} cannot be written: see --file.");

            return self::FAILURE;
        }
        is_file($file) && chmod($file, 0600); // it opens sessions

        $hash = $hasher->make(Str::random(64)); // one for all: a hash each would take minutes
        for ($from = 1; $from <= $users; $from += self::ROWS) {
            $numbers = range($from, min($users, $from + self::ROWS - 1));
            $logins = array_map(fn (int $n): string => $prefix.sprintf('%06d', $n), $numbers);
            $db->connection()->transaction(function () use ($db, $logins, $hash, $out): void {
                $this->saveUsers($db, $logins, $hash);
                $ids = $db->table('users')->whereIn('name', $logins)->pluck('id', 'name');
                if (count($ids) !== count($logins)) {
                    throw new RuntimeException('Another user has one of these names: choose another --prefix.');
                }
                foreach ($this->saveSessions($db, $ids) as $login => $token) {
                    $line = ['login' => $login, 'cookie' => Contract::load()->cookie().'='.$token];
                    fwrite($out, json_encode($line, JSON_THROW_ON_ERROR)."\n");
                }
            });
        }
        fclose($out);
        $file === 'php://stdout' || $this->info("{$file}: {$users} users");

        return self::SUCCESS;
    }

    private function text(string $option): string
    {
        $text = $this->option($option);

        return is_string($text) ? $text : '';
    }

    /** @param  list<string>  $logins; those of an earlier run stay as they are */
    private function saveUsers(DatabaseManager $db, array $logins, string $hash): void
    {
        $now = now('UTC')->format('Y-m-d H:i:s.v');
        $db->table('users')->insertOrIgnore(array_map(fn (string $login): array => [
            'name' => $login, 'password' => $hash, 'key' => Names::keyOf($login), 'created_at' => $now,
        ], $logins));
    }

    /**
     * @param  Collection<array-key, mixed>  $ids  by login
     * @return array<string, string> tokens by login
     */
    private function saveSessions(DatabaseManager $db, Collection $ids): array
    {
        $tokens = $ids->map(static fn (): string => Sessions::newToken())->all();
        $row = static fn (int|string $login): array => Sessions::row($tokens[$login], (string) $ids[$login]);
        $db->table('sessions')->insert(array_map($row, array_keys($tokens)));

        return $tokens;
    }
}
