<?php

declare(strict_types=1);

namespace Tests\WebSockets;

use PHPUnit\Framework\TestCase;
use Tests\WebSockets\Harness\ServeProcess;

/** websockets:serve as a process, with its storing process and a real store. */
final class ServeTest extends TestCase
{
    private ServeProcess $serve;

    protected function tearDown(): void
    {
        if (isset($this->serve)) {
            $this->serve->end();
        }
    }

    public function test_each_message_is_stored_once_even_if_the_storing_process_is_killed(): void
    {
        $this->serve = new ServeProcess(env: ['CHAT_LIMITS' => 'off']);
        $ann = $this->serve->peer()->connect()->join('1');
        $killed = 0;
        for ($i = 1; $i <= 40; $i++) {
            $ann->send("text {$i}", "c{$i}");
            if ($i % 10 === 0) {
                foreach ($this->children() as $child) {
                    posix_kill($child, SIGKILL);
                    $killed++;
                }
            }
            usleep(5000);
        }
        $acks = fn (): array => array_filter(array_column(array_column($ann->events('ack'), 'data'), 'ok'));
        $told = fn (): array => array_merge(...array_column(array_column($ann->events('messages'), 'data'), 'messages'));
        $this->serve->until(fn (): bool => count($acks()) >= 40 && count($told()) >= 40, 'acks and messages');
        $this->assertGreaterThan(0, $killed);
        $rows = $this->serve->database()->query('select id, text from messages order by id') ?: $this->fail();
        $rows = $rows->fetchAll(\PDO::FETCH_NUM);
        $this->assertSame(range(1, 40), array_map(fn (array $row) => (int) $row[0], $rows));
        $this->assertSame(40, count(array_unique(array_column($rows, 1))));
        $this->assertSame(range(1, 40), array_column($told(), 'id'), 'everybody is told of every message once');
    }

    public function test_the_server_logs_its_addresses_and_a_kill_frees_its_port_and_ends_its_storing_process(): void
    {
        $this->serve = new ServeProcess;
        [$line] = $this->serve->log('started');
        $this->assertSame(["ws://127.0.0.1:{$this->serve->port}", "{$this->serve->folder}/loop.sock", $this->serve->pid], [$line['url'], $line['api'], $line['pid']]);
        $this->assertGreaterThan(100, $line['max_connections']);
        $this->assertSame(0600, fileperms("{$this->serve->folder}/loop.sock") & 0777);

        $children = $this->children();
        $this->assertCount(1, $children);
        posix_kill($this->serve->pid, SIGKILL);
        $this->serve->until(fn () => ! posix_kill($children[0], 0) || str_contains((string) @file_get_contents("/proc/{$children[0]}/stat"), ') Z '), 'the end of the storing process');
        $this->assertNotFalse(@stream_socket_server("tcp://127.0.0.1:{$this->serve->port}"));
    }

    public function test_at_sigterm_the_server_closes_its_clients_with_4200_and_exits_with_status_0(): void
    {
        $this->serve = new ServeProcess;
        $ann = $this->serve->peer()->connect()->join('1')->send('last words', 'last');
        usleep(1000);
        posix_kill($this->serve->pid, SIGTERM);
        $this->assertSame(4200, $ann->closeFrame()[0]);
        $ack = $ann->event('ack')['data'];
        $this->assertContains($ack['error']['code'] ?? 'ok', ['ok', 'store_unavailable']); // the signal may come first
        $ann->hangUp();
        $this->assertSame(0, $this->serve->waitForEnd());
        $this->assertCount(1, $this->serve->log('stopped'));
        $this->assertSame([], $this->children());
        $this->assertFalse(@stream_socket_client("tcp://127.0.0.1:{$this->serve->port}"));
        $this->assertFileDoesNotExist("{$this->serve->folder}/loop.sock");
    }

    public function test_the_server_refuses_wrong_settings_and_names_them(): void
    {
        $refusals = [
            [['PUSHER_APP_SECRET' => ''], 'PUSHER_APP_SECRET'],
            [['CHAT_API_SOCKET' => '/nowhere/at/all'], 'Cannot listen on unix:/nowhere/at/all'],
            [['REDIS_URL' => 'unix:/redis.sock', 'DB_CONNECTION' => 'sqlite'], 'SQLite serves one'],
        ];
        foreach (['localhost', 'redis://host:port', 'http://host', 'redis:host:6379'] as $url) {
            $refusals[] = [['REDIS_URL' => $url, 'DB_CONNECTION' => 'mysql'], 'redis://HOST:PORT'];
        }
        $refusals[] = [['CHAT_API_SOCKET' => '/a.sock'], '--number=2: CHAT_API_SOCKET names 1 socket', '--number=2'];
        $refusals[] = [['CHAT_API_SOCKET' => '/a.sock'], '--port=6001x: set a whole number from 0 to 65535', '--port=6001x'];
        $refusals[] = [['CHAT_API_SOCKET' => '/a.sock'], 'add --select', '--port=0', ['-d', 'ffi.enable=0']];
        $env = ['PATH' => (string) getenv('PATH'), 'PUSHER_APP_KEY' => 'key', 'PUSHER_APP_SECRET' => 'secret'];
        $started = [];
        foreach ($refusals as $refusal) {
            [$settings, $why] = $refusal;
            $command = [PHP_BINARY, ...$refusal[3] ?? [], 'artisan', 'websockets:serve', $refusal[2] ?? '--port=0'];
            $process = proc_open($command, [1 => ['pipe', 'w']], $pipes, dirname(__DIR__, 2), $settings + $env);
            $started[] = [$process ?: $this->fail(), $pipes[1], array_key_first($settings), $why];
        }
        foreach ($started as [$process, $output, $name, $why]) {
            $said = (string) stream_get_contents($output);
            $this->assertSame(1, proc_close($process));
            $this->assertStringContainsString($why, $said);
            $name === 'CHAT_API_SOCKET' || $this->assertStringContainsString($name, $said);
        }
    }

    /** @return list<int> the storing processes */
    private function children(): array
    {
        return array_map('intval', preg_split('/\s+/', trim((string) @file_get_contents("/proc/{$this->serve->pid}/task/{$this->serve->pid}/children")), -1, PREG_SPLIT_NO_EMPTY) ?: []);
    }
}
