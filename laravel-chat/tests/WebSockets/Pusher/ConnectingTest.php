<?php

declare(strict_types=1);

namespace Tests\WebSockets\Pusher;

use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\TestCase;
use RuntimeException;
use Tests\WebSockets\Harness\TestServer;
use WebSockets\Server\HttpConversation;
use WebSockets\Server\Router;

final class ConnectingTest extends TestCase
{
    public function test_a_client_that_is_gone_before_the_answer_is_not_kept(): void
    {
        $server = new TestServer;
        [$stream, $peer] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0) ?: throw new RuntimeException;
        stream_set_blocking($stream, false);
        stream_set_write_buffer($stream, 0);
        $key = base64_encode(str_repeat('k', 16));
        fwrite($peer, "GET /app/key?protocol=7 HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n".
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {$key}\r\n\r\n");
        fclose($peer);
        $router = new Router(['GET /app/([^/]+)' => $server->services->pusher->open(...)]);
        $server->services->connections->add($stream, new HttpConversation($router));
        $server->turn();
        $this->assertSame([0, 0], [$server->services->pusher->countClients(), $server->services->connections->count()]);
        $server->stop();
    }

    /** @return array<string, array{string, int}> */
    public static function refusals(): array
    {
        return [
            'an unknown key' => ['/app/nobody?protocol=7', 4001],
            'no version' => ['/app/key', 4007],
            'a version that is no number' => ['/app/key?protocol=seven', 4007],
            'an old version' => ['/app/key?protocol=4', 4007],
            'a version to come' => ['/app/key?protocol=8', 4007],
        ];
    }

    #[DataProvider('refusals')]
    public function test_a_refused_client_gets_pusher_error_and_a_close_of_the_same_code(string $path, int $code): void
    {
        $server = new TestServer;
        $peer = $server->peer()->upgrade($path);
        $this->assertSame($code, $peer->event('pusher:error')['data']['code']);
        $this->assertSame($code, $peer->closeFrame()[0]);
        $server->stop();
    }

    public function test_a_silent_client_is_pinged_and_closed_with_4201_while_one_that_answers_stays(): void
    {
        $server = new TestServer(activityTimeout: 0);
        $silent = $server->client()->join('1');
        $answering = $server->client()->join('1');
        $server->passSeconds(10);
        $answering->event('pusher:ping');
        $answering->say('pusher:pong', [])->say('client-typing', [], 'presence-chat')->event('typing'); // it was heard
        $server->passSeconds(60);
        $this->assertSame(4201, $silent->closeFrame()[0]);
        $answering->event('pusher:ping');
        $this->assertFalse($answering->ended);
        $server->stop();
    }
}
