<?php

declare(strict_types=1);

namespace Tests\WebSockets\Server;

use App\Clock;
use PHPUnit\Framework\TestCase;
use ReactEpoll\EpollLoop;
use RuntimeException;
use WebSockets\Log;
use WebSockets\Server\CloseListener;
use WebSockets\Server\Connection;
use WebSockets\Server\Connections;
use WebSockets\Server\Protocol;

final class ConnectionTest extends TestCase implements CloseListener, Protocol
{
    private const LIMIT = 1_000_000;

    private Connections $all;

    private Connection $connection;

    private EpollLoop $loop;

    /** @var resource */
    private $peer;

    private string $got = '';

    /** @var callable(Connection): mixed */
    private $expiring;

    /** @var list<Connection> */
    private array $opened = [];

    private int $closings = 0;

    private int $dropped = 0;

    protected function setUp(): void
    {
        $this->loop = new EpollLoop;
        $this->all = new Connections($this->loop, new Log(fopen('php://memory', 'w') ?: throw new RuntimeException), 100, self::LIMIT, function (): void {
            $this->dropped++;
        });
        $pair = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0) ?: throw new RuntimeException;
        array_map(fn ($stream) => stream_set_blocking($stream, false), $pair);
        stream_set_read_buffer($pair[0], 0);
        stream_set_write_buffer($pair[0], 0);
        $this->peer = $pair[1];
        $this->all->add($pair[0], $this);
        [$this->connection] = $this->opened;
    }

    public function test_bytes_that_the_kernel_takes_are_not_buffered(): void
    {
        $this->connection->write('hello');
        $this->assertSame([0, 0], [$this->connection->unsentBytes(), $this->all->bufferedBytes()]);
        $this->assertSame('hello', fread($this->peer, 100));
    }

    public function test_bytes_that_the_kernel_refuses_are_buffered_and_later_sent_in_order(): void
    {
        $sent = '';
        for ($i = 0; $i < 70; $i++) {
            $sent .= $piece = str_repeat(chr(65 + $i % 26), 9_999);
            $this->connection->write($piece);
        }
        $this->assertGreaterThan(100_000, $this->connection->unsentBytes());
        $this->assertSame($this->connection->unsentBytes(), $this->all->bufferedBytes());
        $got = '';
        while (strlen($got) < strlen($sent)) {
            $got .= fread($this->peer, 1_000_000);
            $this->turn();
        }
        $this->assertSame($sent, $got);
        $this->assertSame([0, 0], [$this->connection->unsentBytes(), $this->all->bufferedBytes()]);
    }

    public function test_a_receiver_that_does_not_read_is_dropped_at_the_limit(): void
    {
        for ($i = 0; $i < 200 && ! $this->connection->isClosed(); $i++) {
            $this->connection->write(str_repeat('x', 10_000));
            $this->assertLessThanOrEqual(self::LIMIT + 10_000, $this->connection->unsentBytes());
        }
        $this->assertTrue($this->connection->isClosed());
        $this->turn();
        $this->assertSame([1, 1, 0, 0], [$this->closings, $this->dropped, $this->all->bufferedBytes(), $this->all->count()]);
    }

    public function test_many_slow_receivers_share_the_bytes_of_one_event(): void
    {
        $event = str_repeat('x', 500_000);
        $this->connection->write($event);
        $before = memory_get_usage();
        $this->connection->write($event);
        $this->assertLessThan(100_000, memory_get_usage() - $before);
    }

    public function test_the_server_reads_nothing_from_a_peer_until_the_peer_reads(): void
    {
        $this->connection->write($answers = str_repeat('x', 600_000));
        fwrite($this->peer, 'more, more');
        $this->turn();
        $this->assertSame('', $this->got);
        for ($i = 0; $i < 200 && $this->got === ''; $i++) {
            $answers = substr($answers, strlen((string) fread($this->peer, 100_000)));
            $this->turn();
        }
        $this->assertSame('more, more', $this->got);
        $this->assertLessThan(400_000, strlen($answers));
    }

    public function test_the_end_of_a_peer_that_never_reads_is_noticed(): void
    {
        $this->connection->write(str_repeat('x', 600_000));
        fclose($this->peer);
        $this->turn();
        $this->assertSame([true, 1, 0], [$this->connection->isClosed(), $this->closings, $this->all->bufferedBytes()]);
    }

    public function test_end_closes_after_the_last_byte(): void
    {
        $this->connection->write(str_repeat('x', 600_000));
        $this->connection->end();
        $this->connection->write('too late');
        $this->assertFalse($this->connection->isClosed());
        $got = '';
        for ($i = 0; $i < 100 && ! feof($this->peer); $i++) {
            $got .= fread($this->peer, 1_000_000);
            $this->turn();
        }
        $this->assertSame(600_000, strlen($got));
        $this->assertTrue($this->connection->isClosed());
    }

    public function test_a_peer_that_hangs_up_closes_the_connection_once(): void
    {
        fclose($this->peer);
        $this->turn();
        $this->connection->close();
        $this->turn();
        $this->assertSame(1, $this->closings);
    }

    public function test_writing_to_a_peer_that_is_gone_closes_the_connection_without_an_error(): void
    {
        fclose($this->peer);
        $this->connection->write('x');
        $this->connection->write('y');
        $this->turn();
        $this->assertSame([true, 1], [$this->connection->isClosed(), $this->closings]);
    }

    public function test_lingering_waits_for_the_peer_and_ignores_its_bytes(): void
    {
        $this->connection->write('bye');
        $this->connection->linger();
        fwrite($this->peer, 'still talking');
        $this->turn();
        $this->assertSame('bye', fread($this->peer, 100));
        $this->assertSame('', $this->got);
        $this->assertFalse($this->connection->isClosed());
        fclose($this->peer);
        $this->turn();
        $this->assertSame([true, 1], [$this->connection->isClosed(), $this->closings]);
    }

    public function test_an_exception_while_reading_closes_that_connection_alone(): void
    {
        fwrite($this->peer, 'throw');
        $this->turn();
        $this->assertTrue($this->connection->isClosed());
    }

    public function test_a_deadline_that_throws_closes_its_connection_and_the_other_deadlines_still_run(): void
    {
        $this->connection->expireIn(1);
        $told = 0;
        [$stream, $peer] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0) ?: throw new RuntimeException;
        stream_set_blocking($stream, false);
        $this->all->add($stream, $this);
        [, $other] = $this->opened;
        $other->expireIn(1);
        $this->expiring = function (Connection $connection) use (&$told): void {
            $told++;
            if ($connection === $this->connection) {
                throw new RuntimeException('a bug');
            }
        };
        $this->all->deadlines->run((int) Clock::now() + 2);
        $this->assertSame([2, true, false], [$told, $this->connection->isClosed(), $other->isClosed()]);
    }

    public function test_a_connection_that_the_kernel_does_not_watch_is_closed_alone(): void
    {
        $this->all->add(fopen('/dev/zero', 'r') ?: $this->fail(), $this);
        $this->assertSame([1, false], [$this->all->count(), $this->connection->isClosed()]);
    }

    public function onData(Connection $connection, string $bytes): void
    {
        $this->got .= $bytes;
        if ($bytes === 'throw') {
            throw new RuntimeException('a bug');
        }
    }

    public function handleBuffered(Connection $connection): void
    {
        $this->opened[] = $connection;
    }

    public function onDeadline(Connection $connection): void
    {
        ($this->expiring)($connection);
    }

    public function onClose(): void
    {
        $this->closings++;
    }

    private function turn(): void
    {
        $this->loop->addTimer(0.002, $this->loop->stop(...));
        $this->loop->run();
    }
}
