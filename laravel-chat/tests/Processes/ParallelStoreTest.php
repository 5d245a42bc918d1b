<?php

declare(strict_types=1);

namespace Tests\Processes;

use PDO;
use PDOException;
use PHPUnit\Framework\TestCase;

/** Promises that need several real processes. On SQLite; on a server's database too with CHAT_TEST_DB=mysql. */
final class ParallelStoreTest extends TestCase
{
    private string $data;

    /** An SQLite store with one user. */
    private static string $seeded = '';

    protected function setUp(): void
    {
        $this->data = sys_get_temp_dir().'/laravel-chat-parallel-'.getmypid();
        mkdir($this->data);
        if (self::$seeded !== '') {
            file_put_contents("{$this->data}/chat.sqlite", self::$seeded);

            return;
        }
        touch("{$this->data}/chat.sqlite"); // migrate:fresh makes none
        $this->mustRun('artisan', 'migrate:fresh', '--force');
        $this->mustRun('artisan', 'chat:seed', '--users=1', "--file={$this->data}/users.jsonl");
        self::$seeded = getenv('CHAT_TEST_DB') === 'mysql' ? '' : (string) file_get_contents("{$this->data}/chat.sqlite");
    }

    protected function tearDown(): void
    {
        array_map('unlink', glob($this->data.'/*') ?: []);
        rmdir($this->data);
    }

    public function test_ids_are_dense_and_readable_in_order_and_each_client_id_is_stored_once(): void
    {
        $reader = $this->start('tests/Processes/read.php', $this->data.'/all-stored');
        $senders = array_map( // two store one by one, two in batches
            fn (int $process) => $this->start('tests/Processes/send.php', (string) $process, ...$process < 3 ? ['60', '1'] : ['600', '50']), range(1, 4),
        );
        $answers = [];
        foreach ($senders as $sender) {
            foreach (explode("\n", trim($this->outputOf($sender))) as $line) {
                $answers[] = json_decode($line, true, flags: JSON_THROW_ON_ERROR);
            }
        }
        touch($this->data.'/all-stored');
        $read = json_decode($this->outputOf($reader), true, flags: JSON_THROW_ON_ERROR);

        $this->assertCount(2 * 60 + 2 * 600, $answers, 'every message sent is answered');
        $stored = [];
        foreach ($answers as [$clientId, $id, $text]) {
            $stored[$clientId][] = [$id, $text];
        }
        foreach ($stored as $clientId => $same) {
            $this->assertCount(1, array_unique($same, SORT_REGULAR), "all senders of {$clientId} get one message");
        }
        $ids = array_column(array_column($stored, 0), 0);
        sort($ids);
        $this->assertSame(range(1, count($stored)), $ids, 'ids are 1, 2, 3 ... without holes');
        $this->assertCount(count($stored), array_filter(array_column($answers, 3)), 'each is new to exactly one sender');
        $this->assertSame(count($stored), $read['last'], 'a reader met them all, in order');
    }

    public function test_connections_that_break_in_mid_transaction_lose_and_double_nothing(): void
    {
        if (getenv('CHAT_TEST_DB') !== 'mysql') {
            $this->markTestSkipped('SQLite has no connections to break: CHAT_TEST_DB=mysql runs this.');
        }
        $admin = new PDO(sprintf('mysql:host=%s;port=%s', getenv('DB_HOST'), getenv('DB_PORT')), (string) getenv('DB_USERNAME'), (string) getenv('DB_PASSWORD'));
        $senders = array_map(fn (int $process) => $this->start('tests/Processes/send.php', (string) $process, '600', '1'), range(1, 2));
        for ($kills = 0, $until = microtime(true) + 20; $kills < 40 && microtime(true) < $until; usleep(20_000)) {
            $open = $admin->query("SELECT id FROM information_schema.processlist WHERE db = '".getenv('DB_DATABASE')."'");
            $this->assertNotFalse($open);
            foreach ($open->fetchAll(PDO::FETCH_COLUMN) as $id) {
                try {
                    $admin->exec("KILL {$id}");
                    $kills++;
                } catch (PDOException) {
                    // gone by itself meanwhile
                }
            }
        }
        $ids = [];
        foreach ($senders as $sender) {
            foreach (explode("\n", trim($this->outputOf($sender))) as $line) {
                [$clientId, $id] = json_decode($line, true, flags: JSON_THROW_ON_ERROR);
                $ids[$clientId][] = $id;
            }
        }

        $this->assertGreaterThan(5, $kills);
        $this->assertCount(1000, $ids, '2 x 400 of their own and 200 of both');
        $this->assertSame([], array_filter($ids, fn (array $same) => count(array_unique($same)) > 1), 'one message for one clientId');
        $all = array_merge(...array_map(array_unique(...), array_values($ids)));
        sort($all);
        $this->assertSame(range(1, 1000), $all);
    }

    public function test_a_lock_that_somebody_holds_for_long_is_store_unavailable_and_for_a_moment_is_waited_for(): void
    {
        $db = $this->lockTheCounter();
        $early = $this->start('tests/Processes/send.php', '1', '1', '1', '1');
        usleep(1_900_000); // longer than one wait of the store
        $late = $this->start('tests/Processes/send.php', '2', '1', '1', '1');
        $said = (string) stream_get_contents($early[1]);
        $this->assertNotSame(0, proc_close($early[0]), $said);
        $this->assertStringContainsString('database is away', (string) file_get_contents($this->data.'/stderr'));
        $db->rollBack();

        $this->assertSame(['shared-0', 1, 'from 2', true], json_decode($this->outputOf($late), true));
    }

    public function test_who_registers_amid_a_deadlock_is_registered_all_the_same(): void
    {
        if (getenv('CHAT_TEST_DB') !== 'mysql') {
            $this->markTestSkipped('SQLite locks no rows: CHAT_TEST_DB=mysql runs this.');
        }
        $db = $this->database();
        $db->beginTransaction();
        $db->exec('INSERT INTO message_changes (rev, message_id) SELECT seq, 1 FROM seq_1_to_200'); // of two MariaDB ends who has written less
        $insert = $db->prepare('INSERT INTO users (name, password, `key`, created_at) VALUES (?, ?, ?, now())');
        $insert->execute(['ANN', '', 'ann']);
        $registering = $this->start('tests/Processes/register.php', 'Ann');
        $this->awaitLockWait($db); // it has the name, and waits to know whose the key is
        $insert->execute(['Ann', '', 'another']);
        $db->rollBack();

        $this->assertSame('registered', $this->outputOf($registering));
    }

    private function awaitLockWait(PDO $db): void
    {
        for ($until = microtime(true) + 120; microtime(true) < $until; usleep(150_000)) { // the server renews this table after 100 ms without a read
            $waiting = $db->query("SELECT count(*) FROM information_schema.innodb_trx WHERE trx_state = 'LOCK WAIT'");
            $this->assertNotFalse($waiting);
            if ((int) $waiting->fetchColumn() > 0) {
                return;
            }
        }
        $this->fail('nobody waits for a lock');
    }

    private function database(): PDO
    {
        return getenv('CHAT_TEST_DB') === 'mysql'
            ? new PDO(sprintf('mysql:host=%s;port=%s;dbname=%s', getenv('DB_HOST'), getenv('DB_PORT'), getenv('DB_DATABASE')), (string) getenv('DB_USERNAME'), (string) getenv('DB_PASSWORD'))
            : new PDO("sqlite:{$this->data}/chat.sqlite");
    }

    private function lockTheCounter(): PDO
    {
        $db = $this->database();
        $db->beginTransaction();
        $db->exec('UPDATE message_counter SET last_id = last_id WHERE id = 1');

        return $db;
    }

    private function mustRun(string ...$command): void
    {
        $this->outputOf($this->start(...$command));
    }

    /** @return array{resource, resource} process, stdout */
    private function start(string ...$command)
    {
        $env = ['CHAT_DATA' => $this->data, 'CHAT_BCRYPT_COST' => '4', 'LOG_CHANNEL' => 'stderr', 'APP_CONFIG_CACHE' => $this->data.'/none'] + getenv();
        if (getenv('CHAT_TEST_DB') !== 'mysql') {
            $env['DB_CONNECTION'] = 'sqlite';
        } else {
            $this->assertStringEndsWith('_test', (string) getenv('DB_DATABASE'), 'the tables of DB_DATABASE are dropped');
        }
        $process = proc_open([PHP_BINARY, ...array_values($command)], [['file', '/dev/null', 'r'], ['pipe', 'w'], ['file', $this->data.'/stderr', 'a']], $pipes, dirname(__DIR__, 2), $env);
        $this->assertIsResource($process);

        return [$process, $pipes[1]];
    }

    /** @param  array{resource, resource}  $started */
    private function outputOf(array $started): string
    {
        $output = (string) stream_get_contents($started[1]);
        $this->assertSame(0, proc_close($started[0]), $output.file_get_contents($this->data.'/stderr'));

        return $output;
    }
}
