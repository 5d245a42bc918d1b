<?php

declare(strict_types=1);

namespace Tests\WebSockets\Pusher;

use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\TestCase;
use Tests\WebSockets\Harness\TestServer;

final class ConnectingTest extends TestCase
{
    public function test_a_client_is_told_its_socket_id_and_the_activity_timeout(): void
    {
        $server = new TestServer(activityTimeout: 77);
        $event = $server->peer()->upgrade()->event('pusher:connection_established');
        $this->assertMatchesRegularExpression('/^\d+\.\d+$/', $event['data']['socket_id']);
        $this->assertSame(77, $event['data']['activity_timeout']);
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
    public function test_who_cannot_connect_gets_pusher_error_and_a_close_of_the_same_code(string $path, int $code): void
    {
        $server = new TestServer;
        $peer = $server->peer()->upgrade($path);
        $this->assertSame($code, $peer->event('pusher:error')['data']['code']);
        $this->assertSame($code, $peer->closeFrame()[0]);
        $server->stop();
    }

    public function test_a_ping_gets_a_pong(): void
    {
        $server = new TestServer;
        $this->assertSame([], $server->client()->say('pusher:ping', [])->event('pusher:pong')['data']);
        $server->stop();
    }

    public function test_a_silent_client_is_pinged_and_closed_with_4201_while_one_that_answers_stays(): void
    {
        $server = new TestServer(activityTimeout: 1, pongTimeout: 1);
        $silent = $server->client()->proved();
        $answering = $server->client()->proved();
        $answering->event('pusher:ping');
        $answering->say('pusher:pong', []);
        $this->assertSame(4201, $silent->closeFrame()[0]);
        $answering->event('pusher:ping');
        $this->assertFalse($answering->ended);
        $server->stop();
    }

    /** @return array<string, array{string}> */
    public static function nonsense(): array
    {
        return [
            'no JSON' => ['nonsense'], 'half an object' => ['{"event":'], 'a string' => ['"pusher:ping"'], 'a number' => ['7'], 'null' => ['null'], 'true' => ['true'], 'nothing' => [''], 'a list' => ['["pusher:subscribe"]'],
            'no event' => ['{}'], 'event a number' => ['{"event":7}'], 'event a list' => ['{"event":["client-x"]}'], 'event an object' => ['{"event":{"a":1}}'], 'event null' => ['{"event":null}'],
            'channel a list' => ['{"event":"client-x","channel":["a"],"data":{}}'], 'channel an object' => ['{"event":"client-x","channel":{"a":1},"data":{}}'], 'channel a number' => ['{"event":"client-x","channel":7}'],
            'data a string' => ['{"event":"pusher:subscribe","data":"x"}'], 'data a list' => ['{"event":"pusher:subscribe","data":[1]}'], 'data null' => ['{"event":"pusher:subscribe","data":null}'], 'no data' => ['{"event":"pusher:subscribe"}'], 'data a number' => ['{"event":"pusher:subscribe","data":1e999}'],
            'channel in data a list' => ['{"event":"pusher:subscribe","data":{"channel":["x"]}}'], 'channel in data an object' => ['{"event":"pusher:subscribe","data":{"channel":{}}}'], 'channel in data empty' => ['{"event":"pusher:subscribe","data":{"channel":""}}'], 'channel in data with a space' => ['{"event":"pusher:subscribe","data":{"channel":"a b"}}'],
            'channel in data too long' => ['{"event":"pusher:subscribe","data":{"channel":"'.str_repeat('a', 201).'"}}'], 'channel in data of a user' => ['{"event":"pusher:subscribe","data":{"channel":"#server-to-user-1"}}'],
            'auth a list' => ['{"event":"pusher:subscribe","data":{"channel":"private-x","auth":["a"]}}'], 'auth an object' => ['{"event":"pusher:subscribe","data":{"channel":"private-x","auth":{}}}'], 'auth a number' => ['{"event":"pusher:subscribe","data":{"channel":"private-x","auth":1}}'], 'no auth' => ['{"event":"pusher:subscribe","data":{"channel":"private-x"}}'],
            'channel_data an object' => ['{"event":"pusher:subscribe","data":{"channel":"presence-x","auth":"a","channel_data":{}}}'], 'channel_data a list' => ['{"event":"pusher:subscribe","data":{"channel":"presence-x","auth":"a","channel_data":[]}}'],
            'unsubscribing a list' => ['{"event":"pusher:unsubscribe","data":{"channel":["x"]}}'], 'unsubscribing nothing' => ['{"event":"pusher:unsubscribe"}'], 'unsubscribing what was never subscribed' => ['{"event":"pusher:unsubscribe","data":{"channel":"x"}}'],
            'deep JSON' => [str_repeat('[', 30_000).str_repeat(']', 30_000)], 'deep data' => ['{"event":"client-x","channel":"presence-room","data":'.str_repeat('{"a":', 5000).'1'.str_repeat('}', 5000).'}'],
            'a key that begins with NUL' => ['{"\u0000x":1,"event":"pusher:subscribe","data":{"\u0000a":1}}'], 'a lone surrogate' => ['{"event":"\ud800","data":{}}'], 'an event of the server' => ['{"event":"pusher_internal:subscription_succeeded","channel":"presence-room","data":"{}"}'],
            'an unknown event' => ['{"event":"unheard-of","data":{}}'], 'a client event to nowhere' => ['{"event":"client-x","channel":"private-x","data":{}}'], 'a client event without a channel' => ['{"event":"client-x","data":{}}'], 'an event without a name' => ['{"event":"","data":{}}'],
        ];
    }

    #[DataProvider('nonsense')]
    public function test_nonsense_costs_nobody_the_connection(string $payload): void
    {
        $server = new TestServer;
        $other = $server->client();
        $peer = $server->client()->text($payload)->say('pusher:ping', []);
        $peer->event('pusher:pong');
        $other->say('pusher:ping', [])->event('pusher:pong');
        $this->assertSame([], $server->log('bug'));
        $this->assertSame([], $peer->events('pusher_internal:subscription_succeeded'));
        $server->stop();
    }
}
