<?php

declare(strict_types=1);

namespace Tests\Feature;

use Illuminate\Testing\PendingCommand;
use Symfony\Component\Process\Process;
use Tests\TestCase;

final class RestartTest extends TestCase
{
    // Listens, says where, and tells whoever asks for its health that it is the process of its first argument.
    private const IMPOSTOR = <<<'PHP'
        $server = stream_socket_server('tcp://127.0.0.1:0');
        echo stream_socket_get_name($server, false), "\n";
        $client = stream_socket_accept($server, 20);
        fread($client, 1000);
        $body = json_encode(['pid' => (int) $argv[1]]);
        fwrite($client, "HTTP/1.1 200 OK\r\nContent-Length: ".strlen($body)."\r\nConnection: close\r\n\r\n$body");
        PHP;

    public function test_whoever_answers_in_the_servers_place_has_no_other_process_ended(): void
    {
        $other = new Process(['sleep', '60']);
        $other->start();
        $impostor = new Process([PHP_BINARY, '-r', self::IMPOSTOR, (string) $other->getPid()]);
        $impostor->start();
        $impostor->waitUntil(fn (string $type, string $said): bool => str_contains($said, ':'));
        $restart = $this->artisan('websockets:restart', ['--address' => trim($impostor->getOutput())]);
        $this->assertInstanceOf(PendingCommand::class, $restart);
        $restart->expectsOutputToContain('it is left alone')->assertFailed()->run();
        $this->assertTrue($other->isRunning());
        $other->stop(0);
    }
}
