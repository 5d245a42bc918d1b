<?php

declare(strict_types=1);

namespace Tests\WebSockets;

use PHPUnit\Framework\TestCase;
use Tests\WebSockets\Harness\ServeProcess;
use WebSockets\WebSocket\Frame;

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

    public function test_messages_are_stored_by_a_process_that_may_be_killed_at_any_time(): void
    {
        $this->serve = new ServeProcess(env: ['CHAT_LIMITS' => 'off']);
        $this->serve->database()->exec("insert into users (id, name, password, key, created_at) values (1, 'ann', 'x', 'ann', '2026-01-01 00:00:00.000')");
        $socket = $this->join('1');
        $killed = 0;
        for ($i = 1; $i <= 40; $i++) {
            $this->send($socket, "text {$i}", "c{$i}");
            if ($i % 10 === 0) {
                foreach ($this->children() as $child) {
                    posix_kill($child, SIGKILL);
                    $killed++;
                }
            }
            usleep(5000);
        }
        $told = static function (string $heard): array {
            $events = array_filter(preg_split('/(?=\{"event")/', $heard) ?: [], static fn (string $event) => str_starts_with($event, '{"event":"messages"'));
            preg_match_all('/\\\\"clientId\\\\":\\\\"(c\d+)/', implode('', $events), $ids);

            return $ids[1];
        };
        $heard = $this->readUntil($socket, fn (string $all) => substr_count($all, '\\"ok\\":true') >= 40 && count($told($all)) >= 40);
        $this->assertGreaterThan(0, $killed);
        $rows = $this->serve->database()->query('select id, text from messages order by id') ?: $this->fail();
        $rows = $rows->fetchAll(\PDO::FETCH_NUM);
        $this->assertSame(range(1, 40), array_map(fn (array $row) => (int) $row[0], $rows));
        $this->assertSame(40, count(array_unique(array_column($rows, 1))));
        $this->assertSame(40, count(array_unique($told($heard))), 'everybody is told of every message');
        $this->assertSame(40, count($told($heard)), 'once');
    }

    public function test_a_full_disk_is_answered_for_and_told_by_health_and_storing_goes_on_once_there_is_room(): void
    {
        $this->serve = new ServeProcess(env: ['CHAT_LIMITS' => 'off'], fileKilobytes: 120);
        $this->serve->database()->exec("insert into users (id, name, password, key, created_at) values (1, 'ann', 'x', 'ann', '2026-01-01 00:00:00.000')");
        $socket = $this->join('1');
        $stored = -1;
        do {
            $stored++;
            $this->send($socket, str_repeat('x', 2000), "c{$stored}");
            $answer = $this->readUntil($socket, fn (string $all) => str_contains($all, 'ok\\":'));
        } while (str_contains($answer, 'ok\\":true') && $stored < 400);
        $this->assertStringContainsString('store_unavailable', $answer);
        $this->assertGreaterThan(3, $stored);
        $this->send($socket, 'room', 'room');
        $this->serve->await(fn (): bool => str_contains($this->getFromApi('/health'), '"store":"messages cannot be stored: '), 'the reason');
        $this->assertMatchesRegularExpression('/^chat_errors_total\{code="store_unavailable"\} [1-9]/m', $this->getFromApi('/metrics'));

        foreach ([$this->serve->pid, ...$this->children()] as $pid) {
            exec("prlimit --pid={$pid} --fsize=unlimited", result_code: $code);
            $this->assertSame(0, $code);
        }
        for ($answer = '', $tries = 0; ! str_contains($answer, 'ok\\":true') && $tries < 20; $tries++) {
            $this->send($socket, 'room', 'room'); // as a client does
            $answer = $this->readUntil($socket, fn (string $all) => str_contains($all, 'ok\\":'));
        }
        $this->assertStringContainsString('id\\":'.($stored + 1).',', $answer);
        $this->serve->await(fn (): bool => str_starts_with($this->get('/health'), 'HTTP/1.1 200'), 'a healthy store');
    }

    public function test_it_says_where_it_listens_and_killed_it_leaves_neither_its_port_nor_its_storing_process_behind(): void
    {
        $this->serve = new ServeProcess;
        [$line] = $this->serve->log('started');
        $this->assertSame(["ws://127.0.0.1:{$this->serve->port}", "{$this->serve->folder}/loop.sock"], [$line['url'], $line['api']]);
        $this->assertGreaterThan(100, $line['max_connections']);
        $this->assertSame(0600, fileperms("{$this->serve->folder}/loop.sock") & 0777);
        $this->assertStringContainsString("\"pid\":{$this->serve->pid}", $this->getFromApi('/health'));

        $children = $this->children();
        $this->assertCount(1, $children);
        posix_kill($this->serve->pid, SIGKILL);
        $this->serve->await(fn () => ! posix_kill($children[0], 0) || str_contains((string) @file_get_contents("/proc/{$children[0]}/stat"), ') Z '), 'the end of the storing process');
        $this->assertNotFalse(@stream_socket_server("tcp://127.0.0.1:{$this->serve->port}"));
    }

    public function test_at_sigterm_it_closes_its_clients_with_4200_and_ends_with_status_0(): void
    {
        $this->serve = new ServeProcess;
        $this->serve->database()->exec("insert into users (id, name, password, key, created_at) values (1, 'ann', 'x', 'ann', '2026-01-01 00:00:00.000')");
        $socket = $this->join('1');
        $this->send($socket, 'last words', 'last');
        usleep(1000);
        posix_kill($this->serve->pid, SIGTERM);
        $heard = $this->readUntil($socket, fn (string $all) => str_contains($all, pack('n', 4200)));
        $this->assertStringContainsString('\\"ok\\":true', $heard);
        fclose($socket);
        $this->assertSame(0, $this->serve->waitForEnd());
        $this->assertCount(1, $this->serve->log('stopped'));
        $this->assertSame([], $this->children());
        $this->assertFalse(@stream_socket_client("tcp://127.0.0.1:{$this->serve->port}"));
        $this->assertFileDoesNotExist("{$this->serve->folder}/loop.sock");
    }

    public function test_where_php_ini_forbids_ffi_messages_are_stored_and_closed_connections_end(): void
    {
        $ini = sys_get_temp_dir().'/ini-'.getmypid();
        @mkdir($ini);
        file_put_contents("{$ini}/ffi.ini", "ffi.enable=0\n");
        $this->serve = new ServeProcess(env: ['PHP_INI_SCAN_DIR' => ":{$ini}"]);
        [$line] = $this->serve->log('started');
        $this->assertSame('stream_select', $line['loop']);
        $this->assertLessThan(1024, $line['max_connections']);
        $this->serve->database()->exec("insert into users (id, name, password, key, created_at) values (1, 'ann', 'x', 'ann', '2026-01-01 00:00:00.000')");
        $socket = $this->join('1');
        $kept = stream_socket_client("tcp://127.0.0.1:{$this->serve->port}") ?: $this->fail();
        stream_set_blocking($kept, false);
        fwrite($kept, "GET /empty HTTP/1.1\r\nHost: x\r\n\r\n");
        $this->readUntil($kept, fn (string $all) => str_contains($all, '200 OK'));

        posix_kill($this->children()[0], SIGKILL); // the next one inherits both connections
        $this->send($socket, 'hello', 'c1');
        $this->readUntil($socket, fn (string $all) => str_contains($all, 'ok\\":true'));
        fwrite($kept, "GET /empty HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
        $this->readUntil($kept, fn () => feof($kept));
        unlink("{$ini}/ffi.ini");
        rmdir($ini);
    }

    public function test_it_refuses_settings_that_cannot_work_and_names_them(): void
    {
        $refusals = [
            [['PUSHER_APP_SECRET' => ''], 'PUSHER_APP_SECRET'],
            [['CHAT_API_SOCKET' => '/nowhere/at/all'], 'Cannot listen on unix:/nowhere/at/all'],
            [['REDIS_URL' => 'unix:/redis.sock', 'DB_CONNECTION' => 'sqlite'], 'SQLite serves one'],
        ];
        foreach (['localhost', 'redis://host:port', 'http://host', 'redis:host:6379'] as $url) {
            $refusals[] = [['REDIS_URL' => $url, 'DB_CONNECTION' => 'mysql'], 'redis://HOST:PORT'];
        }
        $env = ['PATH' => (string) getenv('PATH'), 'PUSHER_APP_KEY' => 'key', 'PUSHER_APP_SECRET' => 'secret'];
        $started = [];
        foreach ($refusals as [$settings, $why]) {
            $command = [PHP_BINARY, 'artisan', 'websockets:serve', '--port=0'];
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

    /** @return resource */
    private function join(string $userId)
    {
        $socket = stream_socket_client("tcp://127.0.0.1:{$this->serve->port}") ?: $this->fail();
        $socketId = $this->upgrade($socket);
        $data = (string) json_encode(['user_id' => $userId, 'user_info' => ['name' => 'ann']]);
        $this->say($socket, ['event' => 'pusher:subscribe', 'data' => ['channel' => 'presence-chat', 'channel_data' => $data, 'auth' => 'key:'.hash_hmac('sha256', "{$socketId}:presence-chat:{$data}", 'secret')]]);
        $this->readUntil($socket, fn (string $all) => str_contains($all, '"welcome"'));

        return $socket;
    }

    /**
     * @param  resource  $socket
     * @return string the socket id
     */
    private function upgrade($socket): string
    {
        stream_set_blocking($socket, false);
        fwrite($socket, "GET /app/key?protocol=7 HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n");
        preg_match('/socket_id\\\\":\\\\"([\d.]+)/', $this->readUntil($socket, fn (string $all) => str_contains($all, 'socket_id')), $id);

        return $id[1] ?? '';
    }

    /** @param  resource  $socket */
    private function send($socket, string $text, string $clientId): void
    {
        $this->say($socket, ['event' => 'client-message', 'channel' => 'presence-chat', 'data' => ['text' => $text, 'clientId' => $clientId]]);
    }

    /**
     * @param  resource  $socket
     * @param  array<string, mixed>  $event
     */
    private function say($socket, array $event): void
    {
        $frame = Frame::text((string) json_encode($event));
        $header = ord($frame[1]) < 126 ? 2 : 4;
        $frame[1] = chr(ord($frame[1]) | 0x80);
        fwrite($socket, substr($frame, 0, $header)."\0\0\0\0".substr($frame, $header));
    }

    /** @param  resource  $socket */
    private function readUntil($socket, callable $done): string
    {
        $all = '';
        $this->serve->await(function () use ($socket, &$all, $done): bool {
            $all .= stream_get_contents($socket);

            return $done($all);
        }, 'an answer', 60.0);

        return $all;
    }

    private function getFromApi(string $path): string
    {
        return $this->get($path, "unix://{$this->serve->folder}/loop.sock");
    }

    private function get(string $path, ?string $address = null): string
    {
        $socket = stream_socket_client($address ?? "tcp://127.0.0.1:{$this->serve->port}") ?: $this->fail();
        fwrite($socket, "GET {$path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");

        return (string) stream_get_contents($socket);
    }

    /** @return list<int> the storing processes */
    private function children(): array
    {
        return array_map('intval', preg_split('/\s+/', trim((string) @file_get_contents("/proc/{$this->serve->pid}/task/{$this->serve->pid}/children")), -1, PREG_SPLIT_NO_EMPTY) ?: []);
    }
}
