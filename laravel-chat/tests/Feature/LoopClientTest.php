<?php

declare(strict_types=1);

namespace Tests\Feature;

use App\Broadcasting\LoopClient;
use Illuminate\Broadcasting\BroadcastException;
use PHPUnit\Framework\TestCase;

final class LoopClientTest extends TestCase
{
    public function test_where_one_loop_is_away_the_next_is_told(): void
    {
        $path = sys_get_temp_dir().'/loop-'.bin2hex(random_bytes(4));
        $loop = stream_socket_server("unix://{$path}");
        $this->assertIsResource($loop);
        // Which is asked first depends on the worker's pid.
        foreach ([[$path, '/nowhere'], ['/nowhere', $path], [$path]] as $sockets) {
            (new LoopClient($sockets))->tell('/events/changed', 'body');
            $connection = stream_socket_accept($loop, 60);
            $this->assertIsResource($connection);
            $this->assertStringEndsWith('body', (string) stream_get_contents($connection));
        }
        unlink($path);
        $this->expectException(BroadcastException::class);
        (new LoopClient(['/nowhere', '/nowhere/either']))->tell('/events/changed', 'body');
    }
}
