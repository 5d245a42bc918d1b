<?php

declare(strict_types=1);

namespace ChannelServer\Tests\Server;

use ChannelServer\Log;
use ChannelServer\Pusher\Settings;
use ChannelServer\Server\Connection;
use ChannelServer\Server\Connections;
use ChannelServer\Server\Deadlines;
use ChannelServer\Server\Places;
use ChannelServer\Server\Protocol;
use ChannelServer\Tests\Harness\Peer;
use ChannelServer\Tests\Harness\TestServer;
use PHPUnit\Framework\TestCase;
use ReactEpoll\LoopChoice;
use RuntimeException;

final class PlacesTest extends TestCase
{
    public function test_a_socket_that_does_not_join_in_time_is_closed_and_one_that_joined_stays(): void
    {
        $server = new TestServer(new Settings(joinSeconds: 10));
        $idle = $server->client()->subscribe('a-public-channel');
        $joined = $server->client()->proved();
        $signedIn = $server->client();
        $signedIn->say(
            'pusher:signin',
            [
                'auth' => 'key:'.hash_hmac('sha256', "{$signedIn->socketId}::user::{\"id\":\"7\"}", 'secret'),
                'user_data' => '{"id":"7"}',
            ],
        )->event('pusher:signin_success');
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
        $peer = $server->client()->proved()->say(
            'pusher:unsubscribe', ['channel' => 'private-room'],
        )->say('pusher:ping', []);
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
        $this->assertSame(
            [true, false, false, false], array_map(fn (Peer $peer): bool => $peer->ended, [...$unjoined, $joined]),
        );
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
            $client->proved()->say(
                'pusher:unsubscribe', ['channel' => 'private-room'],
            )->say('pusher:ping', [])->event('pusher:pong');
            $this->assertFalse($client->ended);
        }
        $server->stop();
    }

    public function test_a_full_server_takes_signed_calls_on_the_port_of_the_sockets_whoever_crowds_there(): void
    {
        $server = new TestServer(maxConnections: 3, apiOnSocketPort: true);
        $clients = array_map(fn () => $server->client(), range(1, 3));
        $clients[0]->say('pusher:subscribe', ['channel' => 'news'])->event('pusher_internal:subscription_succeeded');
        $crowd = [];
        for ($i = 0; $i < 300; $i++) {
            $crowd[] = $server->peer()->write("POST /apps/1/events HTTP/1.1\r\n");
        }
        $server->pass(0.05);
        $this->assertSame(
            200,
            $server->api(
                'POST', '/apps/1/events', ['name' => 'e', 'channel' => 'news', 'data' => '1'], port: $server->port,
            )[0],
        );
        $clients[0]->event('e');
        $refused = $server->peer()->upgrade();
        $this->assertStringContainsString('503 Service Unavailable', $refused->received);
        $this->assertStringContainsString('holds its 3 connections', $refused->mustEnd()->received);
        $this->assertSame([false, false, false], array_column($clients, 'ended'));
        $this->assertLessThanOrEqual(131, $server->server->connections->count());
        array_map(fn (Peer $peer) => $peer->hangUp(), $crowd);
        $server->stop();
    }

    public function test_a_signed_call_whose_body_is_on_its_way_makes_way_for_nobody(): void
    {
        $server = new TestServer(maxConnections: 1, apiOnSocketPort: true);
        $client = $server->client()->say('pusher:subscribe', ['channel' => 'news']);
        $client->event('pusher_internal:subscription_succeeded');
        $crowd = [];
        $call = $server->apiCall('POST', '/apps/1/events', ['name' => 'e', 'channel' => 'news', 'data' => '1']);
        $caller = $server->peer()->write(substr($call, 0, -5));
        for ($i = 0; $i < 300; $i++) {
            $crowd[] = $server->peer()->write("POST /apps/1/events HTTP/1.1\r\n");
        }
        $server->pass(0.05);
        $this->assertStringStartsWith('HTTP/1.1 200', $caller->write(substr($call, -5))->answer());
        $client->event('e');
        array_map(fn (Peer $peer) => $peer->hangUp(), $crowd);
        $server->stop();
    }

    public function test_a_signed_call_in_an_ordinary_place_makes_way_for_nobody_until_it_is_answered(): void
    {
        $server = new TestServer(maxConnections: 2, apiOnSocketPort: true);
        $client = $server->client();
        $call = $server->apiCall('POST', '/apps/1/events', ['name' => 'e', 'channel' => 'news', 'data' => '1']);
        $caller = $server->peer()->write(substr($call, 0, -5));
        $server->pass(2.1);
        $this->assertStringContainsString('503', $server->peer()->upgrade()->mustEnd()->received);
        $this->assertStringStartsWith('HTTP/1.1 200', $caller->write(substr($call, -5))->answer());
        $server->pass(2.1);
        $server->client();
        $this->assertSame([false, true], [$client->ended, $caller->mustEnd()->ended]);
        $server->stop();
    }

    public function test_one_address_has_half_of_the_connections_unless_a_setting_says_otherwise(): void
    {
        $server = new TestServer(maxConnections: 6, connectionsPerAddress: null, apiOnSocketPort: true);
        $clients = array_map(fn () => $server->client(), range(1, 3));
        $this->assertStringContainsString(
            'Your address holds the 3 connections', $server->peer()->upgrade()->mustEnd()->received,
        );
        $this->assertSame(200, $server->api('GET', '/apps/1/channels', port: $server->port)[0]);
        $this->assertStringContainsString(
            'connections_per_address', $server->log('connection_refused')[0]['what_to_do'],
        );
        $clients[0]->hangUp();
        $server->pass(0.02);
        $server->client();
        $server->stop();
        $server = new TestServer(maxConnections: 6, connectionsPerAddress: 0);
        $clients = array_map(fn () => $server->client(), range(1, 6));
        $this->assertCount(6, $clients);
        $server->stop();
    }

    public function test_an_address_has_its_share_of_those_who_have_not_joined(): void
    {
        $places = new Places(100, unjoinedMax: 75, unjoinedPerAddress: 2);
        [$one, $two, $three] = $this->connections('192.0.2.1', '192.0.2.1', '192.0.2.1');
        $places->take($one);
        $places->take($two);
        $this->assertSame(
            'Too many connections of your address have not joined yet', $places->refusal('192.0.2.1')?->why,
        );
        $this->assertNull($places->refusal('192.0.2.2'));
        $places->joined($one, true);
        $places->joined($one, true);
        $this->assertNull($places->refusal('192.0.2.1'));
        $places->joined($one, false);
        $this->assertNotNull($places->refusal('192.0.2.1'));
        $places->leave($two);
        $this->assertNull($places->refusal('192.0.2.1'));
        $places->take($three);
        $this->assertNotNull($places->refusal('192.0.2.1'));
    }

    public function test_an_ipv6_network_of_64_bits_is_one_address(): void
    {
        $places = new Places(100, perAddress: 1);
        $places->take($this->connections('2001:db8:1:2::1')[0]);
        $this->assertNotNull($places->refusal('2001:db8:1:2:3:4:5:6'));
        $this->assertNull($places->refusal('2001:db8:1:3::1'));
    }

    /** @return list<Connection> */
    private function connections(string ...$addresses): array
    {
        $choice = LoopChoice::best();
        $all = new Connections($choice->loop, new Log(STDERR), 1000, fn () => null);

        return array_map(function (string $address) use ($all): Connection {
            [$end] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0) ?: throw new RuntimeException;

            return new Connection($all, $end, $this->createStub(Protocol::class), address: $address);
        }, array_values($addresses));
    }
}
