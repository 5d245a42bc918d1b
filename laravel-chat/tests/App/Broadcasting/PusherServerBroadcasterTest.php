<?php

declare(strict_types=1);

namespace Tests\App\Broadcasting;

use Tests\FakeLoop;
use Tests\TestCase;

/** Another WebSocket server behind the chat, of which only Pusher's protocol is known. */
final class PusherServerBroadcasterTest extends TestCase
{
    private const MEMBERS = '/apps/chat/channels/presence-chat/users';

    public function test_config_lists_the_features_of_the_chosen_server(): void
    {
        $features = fn (): array => $this->client()->get('/config')->assertStatus(200)->json('features');
        $this->assertSame(['edit', 'reply', 'search', 'presence', 'typing', 'welcome', 'socketSend', 'metrics', 'page'], $features());
        $this->choose();
        $this->assertSame(['edit', 'reply', 'search', 'page'], $features());
    }

    public function test_online_lists_the_members_of_the_channel_with_their_names_in_the_store(): void
    {
        [$ann, $bob] = [$this->member('ann'), $this->member('bob')];
        [$annId, $bobId] = array_map(fn ($one) => $one->get('/me')->json('user.id'), [$ann, $bob]);
        $this->choose([self::MEMBERS => json_encode(['users' => [['id' => $bobId], ['id' => (int) $annId], ['id' => '4711']]], JSON_THROW_ON_ERROR)]);
        $listed = [['id' => $bobId, 'name' => 'bob'], ['id' => $annId, 'name' => 'ann']];

        $this->assertSame(['count' => 3, 'users' => $listed], $ann->get('/online')->assertStatus(200)->json());
    }

    public function test_without_the_channel_nobody_is_online(): void
    {
        $ann = $this->member();
        $this->choose([], 404);

        $this->assertSame(['count' => 0, 'users' => []], $ann->get('/online')->assertStatus(200)->json());
    }

    public function test_an_answer_that_is_no_list_of_members_is_an_error(): void
    {
        $ann = $this->member();
        foreach ([[200, '{}'], [200, '{"users":1}'], [401, '{"users":[]}']] as [$status, $body]) {
            $this->choose([self::MEMBERS => $body], $status);
            $ann->get('/online')->assertError(503, 'presence_unavailable');
        }
    }

    public function test_a_logout_closes_the_sockets_of_the_user(): void
    {
        $ann = $this->member();
        $id = $ann->get('/me')->json('user.id');
        $server = $this->choose();
        $ann->post('/logout')->assertStatus(204);

        $this->assertSame(["/apps/chat/users/{$id}/terminate_connections"], array_column($server->asked, 'path'));
    }

    public function test_a_subscription_tells_the_other_server_no_session(): void
    {
        $ann = $this->member('ann');
        $this->choose();
        $answer = $ann->postForm('/broadcasting/auth', ['socket_id' => '1.2', 'channel_name' => 'presence-chat'])->assertStatus(200);
        $this->assertSame(['name' => 'ann'], json_decode($answer->json('channel_data'), true)['user_info']);
    }

    public function test_health_and_metrics_ask_only_what_any_pusher_server_answers(): void
    {
        $server = $this->choose();
        $this->assertSame('ok', $this->client()->get('/health')->json('parts.socket'));
        $this->client()->get('/metrics')->assertStatus(200);

        $this->assertSame(['/apps/chat/channels'], array_column($server->asked, 'path'));
    }

    public function test_a_stored_message_is_broadcast(): void
    {
        $ann = $this->member();
        $server = $this->choose();
        $ann->post('/messages', ['text' => 'hello', 'clientId' => 'c1'])->assertStatus(201);
        [$call] = $server->asked;

        $this->assertSame(['POST', '/apps/chat/events'], [$call['method'], $call['path']]);
        $this->assertSame('messages', json_decode($call['body'])->name);
    }

    public function test_a_message_is_stored_even_if_the_keys_of_the_server_are_missing(): void
    {
        $ann = $this->member();
        config(['broadcasting.default' => 'pusher', 'broadcasting.connections.pusher.key' => null]);
        $this->forgetBroadcasters();
        $ann->post('/messages', ['text' => 'kept', 'clientId' => 'c'])->assertStatus(201);
        $this->assertSame('kept', $ann->get('/messages?limit=1')->json('messages.0.text'));
    }

    /** @param  array<string, string>  $answers */
    private function choose(array $answers = [], int $status = 200): FakeLoop
    {
        config(['broadcasting.default' => 'pusher']);

        return $this->fakeLoop($answers, $status);
    }
}
