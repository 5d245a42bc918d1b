<?php

declare(strict_types=1);

namespace ChannelServer\Tests\Server;

use ChannelServer\Log;
use ChannelServer\Pusher\Settings;
use ChannelServer\Server\Connection;
use ChannelServer\Server\Connections;
use ChannelServer\Server\Deadlines;
use ChannelServer\Server\Protocol;
use ChannelServer\Server\Unjoined;
use ChannelServer\Tests\Harness\Peer;
use ChannelServer\Tests\Harness\TestServer;
use PHPUnit\Framework\TestCase;
use ReactEpoll\LoopChoice;
use RuntimeException;

final class UnjoinedTest extends TestCase
{
    public function test_a_socket_that_does_not_join_in_time_is_closed_and_one_that_joined_stays(): void
    {
        $server = new TestServer(new Settings(joinSeconds: 10));
        $idle = $server->client()->subscribe('a-public-channel');
        $joined = $server->client()->proved();
        $signedIn = $server->client();
        $signedIn->say('pusher:signin', ['auth' => 'key:'.hash_hmac('sha256', "{$signedIn->socketId}::user::{\"id\":\"7\"}", 'secret'), 'user_data' => '{"id":"7"}'])->event('pusher:signin_success');
        $server->deadlines()->run(Deadlines::now() + 9);
        $this->assertFalse($idle->ended);
        $server->deadlines()->run(Deadlines::now() + 11);
        $this->assertSame(4202, $idle->closeFrame()[0]);
        foreach ([$joined, $signedIn] as $peer) {
            $peer->say('pusher:ping', [])->event('pusher:pong');
        }
        $server->stop();
    }

    public function test_who_leaves_its_last_signed_channel_has_to_join_again_in_time(): void
    {
        $server = new TestServer(new Settings(joinSeconds: 10));
        $peer = $server->client()->proved()->say('pusher:unsubscribe', ['channel' => 'private-room'])->say('pusher:ping', []);
        $peer->event('pusher:pong');
        $server->deadlines()->run(Deadlines::now() + 11);
        $this->assertSame(4202, $peer->closeFrame()[0]);
        $server->stop();
    }

    public function test_a_quarter_of_the_room_is_for_those_who_joined_and_who_does_not_join_makes_way(): void
    {
        // Who waits for a second may have to make way: where the machine took that long for what follows, once more.
        $request = "GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
        do {
            $server = new TestServer(new Settings(joinSeconds: 10), maxConnections: 4);
            $start = microtime(true);
            $unjoined = [$server->client(), $server->client(), $server->client()];
            $before = $server->peer()->write($request)->mustEnd()->received;
            $joined = array_pop($unjoined)->proved();
            $unjoined[] = $server->client();
            $after = $server->peer()->write($request)->mustEnd()->received;
        } while (microtime(true) - $start > 0.9);
        $this->assertStringContainsString('503 Service Unavailable', $before);
        $this->assertStringContainsString('503 Service Unavailable', $after);
        $server->pass(2.1);
        $next = $server->client()->proved();
        $this->assertSame([true, false, false, false], array_map(fn (Peer $peer): bool => $peer->ended, [...$unjoined, $joined]));
        $next->say('client-hi', [], 'private-room');
        $joined->event('client-hi');
        $server->stop();
    }

    public function test_where_nobody_has_to_join_a_client_takes_no_share_of_its_address_and_makes_way_for_nobody(): void
    {
        $server = new TestServer(maxConnections: 4, unjoinedPerAddress: 1);
        $clients = array_map(fn () => $server->client(), range(1, 4));
        $this->assertStringContainsString('holds its 4 connections', $server->peer()->mustEnd()->received);
        foreach ($clients as $client) {
            $client->proved()->say('pusher:unsubscribe', ['channel' => 'private-room'])->say('pusher:ping', [])->event('pusher:pong');
            $this->assertFalse($client->ended);
        }
        $server->stop();
    }

    public function test_an_address_has_its_share_and_what_joined_or_went_is_not_in_it(): void
    {
        $unjoined = new Unjoined(100, 2);
        [$one, $two, $three] = $this->connections(3);
        $unjoined->add($one, '192.0.2.1');
        $unjoined->add($two, '192.0.2.1');
        $this->assertSame([true, false], [$unjoined->shareIsTaken('192.0.2.1'), $unjoined->shareIsTaken('192.0.2.2')]);
        $unjoined->remove($one);
        $unjoined->remove($one);
        $this->assertFalse($unjoined->shareIsTaken('192.0.2.1'));
        $unjoined->add($three, '::ffff:192.0.2.1');
        $this->assertTrue($unjoined->shareIsTaken('192.0.2.1'));
    }

    public function test_an_ipv6_network_of_64_bits_is_one_address(): void
    {
        $unjoined = new Unjoined(100, 1);
        $unjoined->add($this->connections(1)[0], '2001:db8:1:2::1');
        $this->assertSame([true, false], [$unjoined->shareIsTaken('2001:db8:1:2:3:4:5:6'), $unjoined->shareIsTaken('2001:db8:1:3::1')]);
    }

    public function test_over_its_share_an_address_is_refused_with_words(): void
    {
        $choice = LoopChoice::best();
        $all = new Connections($choice->loop, new Log(fopen('php://memory', 'w') ?: throw new RuntimeException), 1000, fn () => null, new Unjoined(100, 1));
        $listener = stream_socket_server('tcp://127.0.0.1:0') ?: throw new RuntimeException;
        $clients = array_map(fn () => stream_socket_client('tcp://'.stream_socket_get_name($listener, false)), [1, 2]);
        [$first, $second] = array_map(fn () => stream_socket_accept($listener) ?: throw new RuntimeException, $clients);
        $this->assertTrue($all->admits($first, false));
        $all->add($first, $this->createStub(Protocol::class), '');
        $this->assertFalse($all->admits($second, false));
        array_values($all->all())[0]->joined(true);
        $this->assertTrue($all->admits($second, false));
        array_values($all->all())[0]->joined(false);
        $this->assertFalse($all->admits($second, false));
        array_values($all->all())[0]->close();
        $this->assertTrue($all->admits($second, false));
    }

    /** @return list<Connection> */
    private function connections(int $count): array
    {
        $choice = LoopChoice::best();
        $all = new Connections($choice->loop, new Log(STDERR), 1000, fn () => null);
        for ($i = 0; $i < $count; $i++) {
            [$end] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0) ?: throw new RuntimeException;
            $all->add($end, $this->createStub(Protocol::class), '');
        }

        return array_values($all->all());
    }
}
