<?php

declare(strict_types=1);

namespace Tests\Processes;

use PDO;
use PHPUnit\Framework\TestCase;
use Symfony\Component\Process\Process;

/** Promises that need several real processes. On SQLite; the contract's tests make them on MariaDB too. */
final class ParallelStoreTest extends TestCase
{
    private string $data;

    protected function setUp(): void
    {
        $this->data = sys_get_temp_dir().'/laravel-chat-parallel-'.getmypid();
        mkdir($this->data);
        $this->outputOf($this->start('artisan', 'migrate', '--force'));
        $this->outputOf($this->start('artisan', 'chat:seed', '--users=1', '--file=/dev/null'));
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

    public function test_the_store_waits_for_a_short_lock_and_a_long_lock_is_store_unavailable(): void
    {
        $db = new PDO("sqlite:{$this->data}/chat.sqlite");
        $db->beginTransaction();
        $db->exec('UPDATE message_counter SET last_id = last_id WHERE id = 1');
        $early = $this->start('tests/Processes/send.php', '1', '1', '1', '1');
        usleep(1_900_000); // longer than one wait of the store
        $late = $this->start('tests/Processes/send.php', '2', '1', '1', '1');
        $this->assertNotSame(0, $early->wait(), $early->getOutput());
        $this->assertStringContainsString('database is away', $early->getErrorOutput());
        $db->rollBack();

        $this->assertSame(['shared-0', 1, 'from 2', true], json_decode($this->outputOf($late), true));
    }

    private function start(string ...$command): Process
    {
        $process = Php::process($command, [
            'CHAT_DATA' => $this->data, 'CHAT_BCRYPT_COST' => '4', 'LOG_CHANNEL' => 'stderr', 'DB_CONNECTION' => 'sqlite',
            'APP_CONFIG_CACHE' => "{$this->data}/none",
        ]);
        $process->start();

        return $process;
    }

    private function outputOf(Process $started): string
    {
        $this->assertSame(0, $started->wait(), $started->getOutput().$started->getErrorOutput());

        return $started->getOutput();
    }
}
