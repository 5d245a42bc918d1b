<?php

declare(strict_types=1);

namespace App\Console\Commands;

use App\Chat\Names;
use Illuminate\Console\Command;
use Illuminate\Contracts\Encryption\Encrypter;
use Illuminate\Contracts\Hashing\Hasher;
use Illuminate\Cookie\CookieValuePrefix;
use Illuminate\Database\DatabaseManager;
use Illuminate\Support\Collection;
use Illuminate\Support\Str;
use RuntimeException;

/** Users and sessions for load runs, without a login each. Nobody knows their password: the session is the only way in. */
final class SeedCommand extends Command
{
    protected $signature = 'chat:seed
        {--users=100 : how many}
        {--file= : where the JSON lines {login, cookie} go; default: standard output}
        {--prefix=load- : what their logins begin with}';

    protected $description = 'Makes users with sessions for load runs, and writes what a load client needs to be one of them';

    private const ROWS = 1000; // a statement

    public function handle(DatabaseManager $db, Hasher $hasher, Encrypter $encrypter): int
    {
        $users = (int) $this->option('users');
        $file = $this->text('file') ?: 'php://stdout';
        $prefix = $this->text('prefix');
        $out = @fopen($file, 'w');
        if ($users < 1 || $out === false) {
            $this->error($users < 1 ? '--users takes a number from 1.' : "{$file} cannot be written: name another place by --file.");

            return self::FAILURE;
        }
        is_file($file) && chmod($file, 0600); // it opens sessions

        $hash = $hasher->make(Str::random(64)); // one for all: a hash each would take minutes
        for ($from = 1; $from <= $users; $from += self::ROWS) {
            $logins = array_map(fn (int $n): string => $prefix.sprintf('%06d', $n), range($from, min($users, $from + self::ROWS - 1)));
            $db->connection()->transaction(function () use ($db, $logins, $hash, $encrypter, $out): void {
                $this->saveUsers($db, $logins, $hash);
                $ids = $db->table('users')->whereIn('name', $logins)->pluck('id', 'name');
                count($ids) === count($logins) || throw new RuntimeException('Another user has one of these names, in other case: choose another --prefix.');
                foreach ($this->saveSessions($db, $ids) as $login => $session) {
                    fwrite($out, json_encode(['login' => $login, 'cookie' => $this->cookie($session, $encrypter)], JSON_THROW_ON_ERROR)."\n");
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

    /** @param  list<string>  $logins of whom some may be there from an earlier run: they stay as they are */
    private function saveUsers(DatabaseManager $db, array $logins, string $hash): void
    {
        $now = now('UTC')->format('Y-m-d H:i:s.v');
        $db->table('users')->insertOrIgnore(array_map(fn (string $login): array => [
            'name' => $login, 'password' => $hash, 'key' => Names::keyOf($login), 'created_at' => $now,
        ], $logins));
    }

    /**
     * @param  Collection<array-key, mixed>  $ids  by login
     * @return array<string, string> session ids by login
     */
    private function saveSessions(DatabaseManager $db, Collection $ids): array
    {
        $key = 'login_web_'.sha1(\Illuminate\Auth\SessionGuard::class); // as SessionGuard names it
        $rows = $sessions = [];
        foreach ($ids as $login => $id) {
            $sessions[(string) $login] = $session = Str::random(40);
            $rows[] = [
                'id' => $session,
                'user_id' => $id,
                'payload' => json_encode(['_token' => Str::random(40), $key => $id, '_flash' => ['old' => [], 'new' => []]], JSON_THROW_ON_ERROR),
                'last_activity' => time(),
            ];
        }
        $db->table('sessions')->insert($rows);

        return $sessions;
    }

    /** @return string `name=value`, as a client sends it */
    private function cookie(string $session, Encrypter $encrypter): string
    {
        $name = config('session.cookie');

        return $name.'='.rawurlencode($encrypter->encrypt(CookieValuePrefix::create($name, app('encrypter')->getKey()).$session, false));
    }
}
