<?php

declare(strict_types=1);

namespace Tests\WebSockets\Chat;

use App\Contract;
use PHPUnit\Framework\TestCase;
use Tests\WebSockets\Harness\Peer;
use Tests\WebSockets\Harness\TestServer;

final class SocketsPerUserTest extends TestCase
{
    private const ANN = '{"user_id":"1","user_info":{"name":"ann"}}';

    public function test_one_more_than_a_user_may_have_is_refused_until_another_is_gone(): void
    {
        $server = new TestServer;
        $sockets = array_map(fn (): Peer => $server->client()->join('1', 'ann'), range(1, $this->most()));
        $refused = $server->client()->subscribe('presence-chat', self::ANN)->event('pusher:subscription_error')['data'];
        $this->assertSame(['LimitReached', 429, 'too_many_connections'], [$refused['type'], $refused['status'], $refused['code']]);
        $this->assertNotSame('', $refused['error']);
        $server->client()->join('2', 'ben');

        $sockets[0]->hangUp();
        $server->pass(0.05);
        $server->client()->join('1', 'ann');
        $server->client()->subscribe('presence-chat', self::ANN)->event('pusher:subscription_error');
        $server->stop();
    }

    public function test_who_is_refused_has_not_joined(): void
    {
        $server = new TestServer;
        $sockets = array_map(fn (): Peer => $server->client()->join('1', 'ann'), range(1, $this->most()));
        $refused = $server->client()->subscribe('presence-chat', self::ANN);
        $refused->event('pusher:subscription_error');
        $refused->say('client-message', ['text' => 'hi', 'clientId' => 'a'], 'presence-chat')->event('pusher:error');
        // Nor does it leave when it goes.
        $refused->hangUp();
        $server->pass(0.05);
        $server->client()->subscribe('presence-chat', self::ANN)->event('pusher:subscription_error');
        $answer = $sockets[0]->say('client-message', ['text' => 'hi', 'clientId' => 'b'], 'presence-chat')->event('ack');
        $this->assertTrue($answer['data']['ok']);
        $server->stop();
    }

    public function test_limits_that_are_off_let_a_user_have_any_number(): void
    {
        $server = new TestServer(rateLimits: false);
        foreach (range(1, $this->most() + 3) as $_) {
            $server->client()->join('1', 'ann');
        }
        $this->expectNotToPerformAssertions();
        $server->stop();
    }

    private function most(): int
    {
        return (int) Contract::load()->limit('socketsPerUserMax');
    }
}
