<?php

declare(strict_types=1);

namespace Tests\WebSockets\Chat;

use PHPUnit\Framework\TestCase;
use Tests\WebSockets\Harness\Peer;
use Tests\WebSockets\Harness\TestServer;

final class TypingTest extends TestCase
{
    private TestServer $server;

    protected function setUp(): void
    {
        $this->server = new TestServer;
    }

    protected function tearDown(): void
    {
        $this->server->stop();
    }

    public function test_who_begins_to_write_within_a_window_is_told_by_one_event_with_few_names(): void
    {
        $all = array_map(fn (int $id) => $this->server->client()->join((string) $id), range(1, 6));
        foreach ($all as $client) {
            $client->say('client-typing', [], 'presence-chat');
        }
        $event = $all[0]->event('typing')['data'];
        $this->assertSame(6, $event['count']);
        $this->assertSame(['1', '2', '3', '4'], array_column($event['users'], 'id'));
        $this->assertSame(['id' => '1', 'name' => 'user 1'], $event['users'][0]);
    }

    public function test_a_message_that_is_stored_ends_it(): void
    {
        [$ann, $ben] = $this->bothWrite();
        $ann->say('client-message', ['text' => 'hi', 'clientId' => 'a'], 'presence-chat')->event('ack');
        $this->assertSame(['count' => 1, 'users' => [['id' => '2', 'name' => 'user 2']]], $ben->event('typing')['data']);
        $ben->say('client-message', ['text' => 'hi', 'clientId' => 'b'], 'presence-chat')->event('ack');
        $this->assertSame(['count' => 0, 'users' => []], $ben->event('typing')['data']);
    }

    public function test_who_goes_writes_no_more(): void
    {
        [$ann, $ben] = $this->bothWrite();
        $ann->hangUp();
        $this->assertSame(['count' => 1, 'users' => [['id' => '2', 'name' => 'user 2']]], $ben->event('typing')['data']);
    }

    /**
     * The second began before the first: where time ends what is written, it ends the second's sooner.
     *
     * @return array{Peer, Peer}
     */
    private function bothWrite(): array
    {
        [$ann, $ben] = [$this->server->client()->join('1'), $this->server->client()->join('2')];
        $ben->say('client-typing', [], 'presence-chat')->say('pusher:ping', [])->event('pusher:pong');
        $ann->say('client-typing', ['x' => 1], 'presence-chat');
        do {
            $writing = array_column($ben->event('typing')['data']['users'], 'id');
        } while (count($writing) < 2);
        $this->assertSame(['2', '1'], $writing);

        return [$ann, $ben];
    }
}
