<?php

declare(strict_types=1);

namespace Tests\Feature;

use App\Broadcasting\PusherApi;
use App\Broadcasting\SocketServer;
use App\SettingRefused;
use PHPUnit\Framework\Attributes\DataProvider;
use Tests\FakeLoop;
use Tests\TestCase;

/** Another WebSocket server behind the chat, of which only Pusher's protocol is known. */
final class SocketServerTest extends TestCase
{
    private const MEMBERS = '/apps/chat/channels/presence-chat/users';

    /** @return list<array{string, list<string>}> */
    public static function servers(): array
    {
        return [
            ['channel-server', ['presence', 'typing', 'welcome', 'socketSend', 'metrics']],
            ['reverb', []], ['soketi', []], ['pusher', []],
        ];
    }

    /** @param  list<string>  $features */
    #[DataProvider('servers')]
    public function test_config_says_what_the_chosen_server_can(string $name, array $features): void
    {
        config(['chat.socket_server' => $name]);

        $this->assertSame(['edit', 'search', ...$features, 'page'], $this->client()->get('/config')->is(200)->json('features'));
    }

    public function test_a_server_that_nobody_knows_is_named_with_those_that_there_are(): void
    {
        $this->expectException(SettingRefused::class);
        $this->expectExceptionMessage('CHAT_SOCKET_SERVER is swoole: it takes channel-server, reverb, soketi, pusher.');
        SocketServer::named('swoole');
    }

    public function test_who_is_online_are_the_members_of_the_channel_by_the_names_that_the_store_has(): void
    {
        [$ann, $bob] = [$this->member('ann'), $this->member('bob')];
        [$annId, $bobId] = array_map(fn ($one) => $one->get('/me')->json('user.id'), [$ann, $bob]);
        $server = $this->choose('soketi', [self::MEMBERS => json_encode(['users' => [['id' => $bobId], ['id' => (int) $annId], ['id' => '4711']]], JSON_THROW_ON_ERROR)]);
        $answer = $ann->get('/online')->is(200);
        $asked = $server->asked();
        $server->stop();

        $this->assertSame(['count' => 3, 'users' => [['id' => $bobId, 'name' => 'bob'], ['id' => $annId, 'name' => 'ann']]], $answer->json());
        $this->assertArrayNotHasKey('body_md5', $asked[0]['query'], 'of no body there is no digest');
    }

    public function test_where_there_is_no_such_channel_nobody_is_online(): void
    {
        $ann = $this->member();
        $server = $this->choose('reverb', [], 404);
        $answer = $ann->get('/online');
        $server->stop();

        $this->assertSame(['count' => 0, 'users' => []], $answer->is(200)->json());
    }

    public function test_what_is_no_list_of_members_tells_nothing(): void
    {
        $ann = $this->member();
        foreach ([[200, '{}'], [200, '{"users":1}'], [401, '{"users":[]}']] as [$status, $body]) {
            $server = $this->choose('pusher', [self::MEMBERS => $body], $status);
            $answer = $ann->get('/online');
            $server->stop();
            $answer->fails(503, 'presence_unavailable');
        }
    }

    public function test_a_logout_closes_what_the_server_can_close(): void
    {
        foreach (['reverb' => 'users', 'soketi' => null] as $name => $closes) {
            $ann = $this->member();
            $id = $ann->get('/me')->json('user.id');
            $server = $this->choose($name);
            $ann->post('/logout')->is(204);
            $asked = array_column($server->asked(), 'path');
            $server->stop();

            $this->assertCount($closes === null ? 0 : 1, $asked);
            $closes === null || $this->assertMatchesRegularExpression("#^/apps/chat/users/{$id}/terminate_connections\$#", $asked[0]);
        }
    }

    public function test_health_and_metrics_ask_for_nothing_that_is_the_chats_own(): void
    {
        $server = $this->choose('reverb');
        $health = $this->client()->get('/health');
        $this->client()->get('/metrics')->is(200);
        $asked = array_column($server->asked(), 'path');
        $server->stop();

        $this->assertSame('ok', $health->json('parts.socket'));
        $this->assertSame(['/apps/chat/channels'], $asked);
    }

    public function test_what_is_stored_is_published_with_the_one_pair_of_keys_that_such_a_server_has(): void
    {
        $ann = $this->member();
        $server = $this->choose('soketi');
        $ann->post('/messages', ['text' => 'hello', 'clientId' => 'c1'])->is(201);
        [$call] = $server->asked();
        $server->stop();

        $this->assertSame(['POST', '/apps/chat/events', 'test-key'], [$call['method'], $call['path'], $call['query']['auth_key']]);
        $this->assertSame('messages', json_decode($call['body'])->name);
    }

    /** @param  array<string, string>  $answers */
    private function choose(string $name, array $answers = [], int $status = 200): FakeLoop
    {
        config(['chat.socket_server' => $name]);
        putenv("CHAT_SOCKET_SERVER={$name}");
        $_ENV['CHAT_SOCKET_SERVER'] = $_SERVER['CHAT_SOCKET_SERVER'] = $name;
        try {
            config(['broadcasting.connections.pusher-http' => (require $this->app->configPath('broadcasting.php'))['connections']['pusher-http']]);
        } finally {
            putenv('CHAT_SOCKET_SERVER');
            unset($_ENV['CHAT_SOCKET_SERVER'], $_SERVER['CHAT_SOCKET_SERVER']);
        }
        $server = $this->fakeLoop($answers, $status);
        $this->app->forgetInstance(PusherApi::class);

        return $server;
    }
}
