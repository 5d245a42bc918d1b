<?php

declare(strict_types=1);

namespace Tests\App\Broadcasting;

use App\Broadcasting\LoopBroadcaster;
use App\Broadcasting\LoopClient;
use Illuminate\Broadcasting\BroadcastException;
use LogicException;
use PHPUnit\Framework\TestCase;
use Tests\FakeLoop;
use Tests\Processes\Php;

final class LoopBroadcasterTest extends TestCase
{
    private const WELL = ['/health' => '{"parts":{"store":"ok","redis":"ok"}}'];

    private const CUT_OFF = ['/health' => '{"parts":{"store":"ok","redis":"away"}}'];

    public function test_if_one_loop_is_away_the_message_goes_to_the_next_one(): void
    {
        $path = sys_get_temp_dir().'/loop-'.bin2hex(random_bytes(4));
        $loop = stream_socket_server("unix://{$path}");
        $this->assertIsResource($loop);
        // The worker's pid decides which loop is asked first.
        foreach ([[$path, '/nowhere'], ['/nowhere', $path], [$path]] as $sockets) {
            $this->broadcaster(new LoopClient($sockets))->broadcast(['presence-chat'], 'changed', ['after' => 7]);
            $connection = stream_socket_accept($loop, 60);
            $this->assertIsResource($connection);
            $this->assertStringEndsWith('{"after":7}', (string) stream_get_contents($connection));
        }
        unlink($path);
        $this->expectException(BroadcastException::class);
        $this->broadcaster(new LoopClient(['/nowhere', '/nowhere/either']))->broadcast(['presence-chat'], 'changed');
    }

    public function test_each_loop_is_asked_to_end_a_session_even_if_another_one_is_away(): void
    {
        $away = new FakeLoop(status: 503);
        $away->beside($first = new FakeLoop, $second = new FakeLoop);
        $this->broadcaster($away)->closeSession('abc', '1');
        $path = '/sessions/abc/close';
        $this->assertSame([[$path], [$path]], [array_column($first->asked, 'path'), array_column($second->asked, 'path')]);

        $away->beside();
        $this->expectException(BroadcastException::class);
        $this->broadcaster($away)->closeSession('abc', '1');
    }

    public function test_health_covers_all_loops_and_reports_one_that_is_away(): void
    {
        $loop = new FakeLoop(self::CUT_OFF);
        $loop->beside(new FakeLoop(self::WELL));
        $this->assertSame(['redis' => 'away'], $this->broadcaster($loop)->problems());

        $loop = new FakeLoop(self::WELL);
        $this->assertSame([], $this->broadcaster($loop)->problems());
        $loop->beside(new FakeLoop(status: 503));
        $this->assertSame(['loops'], array_keys($this->broadcaster($loop)->problems()));
    }

    public function test_a_loop_whose_answer_is_cut_off_counts_as_away(): void
    {
        foreach (["Content-Length: 2\r\n\r\n{}", "Content-Length: 26\r\nConnection: close\r\n\r\n{\"parts\":", 'Content-Len'] as $rest) {
            $path = sys_get_temp_dir().'/loop-'.bin2hex(random_bytes(4));
            $code = '$loop = stream_socket_server("unix://$argv[1]"); echo "listens"; $asked = stream_socket_accept($loop, 60);
                fread($asked, 1000); fwrite($asked, "HTTP/1.1 200 OK\r\n$argv[2]");';
            $loop = Php::process(['-r', $code, $path, $rest]);
            $loop->start();
            $loop->waitUntil(static fn (string $type, string $said): bool => $said === 'listens');
            try {
                $this->broadcaster(new LoopClient([$path]))->problems();
                $isWell = true;
            } catch (BroadcastException) {
                $isWell = false;
            }
            $loop->wait();
            unlink($path);
            $this->assertSame(str_ends_with($rest, '{}'), $isWell, $rest);
        }
    }

    private function broadcaster(LoopClient $loops): LoopBroadcaster
    {
        return new LoopBroadcaster($loops, fn () => throw new LogicException('Nothing is signed here.'));
    }
}
