<?php

declare(strict_types=1);

namespace Tests\App\Http;

use Illuminate\Support\Facades\DB;
use Tests\TestCase;

final class ChannelAuthTest extends TestCase
{
    public function test_a_member_gets_a_signature_over_user_and_session(): void
    {
        $answer = $this->member('Ünn')->postForm('/broadcasting/auth', ['socket_id' => '123.456', 'channel_name' => 'presence-chat'])->assertStatus(200);
        $data = $answer->json('channel_data');

        $this->assertSame(['auth', 'channel_data'], array_keys($answer->json()));
        $this->assertSame([
            'user_id' => (string) DB::table('users')->value('id'),
            'user_info' => ['name' => 'Ünn', 'session' => (string) DB::table('sessions')->value('id')],
        ], json_decode($data, true));
        $this->assertSame('test-key:'.hash_hmac('sha256', "123.456:presence-chat:{$data}", 'test-secret'), $answer->json('auth'));
    }

    public function test_a_socket_id_that_would_change_what_is_signed_is_refused(): void
    {
        foreach (['', '1', '1.2:presence-chat', "1.2\n", '1.2.3', '-1.2'] as $socket) {
            $this->member()->postForm('/broadcasting/auth', ['socket_id' => $socket, 'channel_name' => 'presence-chat'])->assertError(422, 'invalid_parameter', 'socket_id');
        }
    }

    /** One body, two readings: PHP finds a good form in it, Laravel's `input()` a JSON object that signs a call of a Pusher server's HTTP API. */
    public function test_a_body_that_is_both_form_and_json_gets_no_signature(): void
    {
        $socketId = "POST\n/apps/chat/events\nauth_key=test-key&auth_timestamp=1&auth_version=1.0&body_md5=0&x=";
        $body = json_encode(['socket_id' => $socketId, 'channel_name' => 'private-chat', 'z' => '&socket_id=1.1&channel_name=presence-chat&y='], JSON_UNESCAPED_SLASHES);
        parse_str((string) $body, $form);
        $this->assertSame(['1.1', 'presence-chat'], [$form['socket_id'], $form['channel_name']]);
        $ann = $this->member();
        foreach (['application/x-www-form-urlencoded;/json', 'application/x-www-form-urlencoded+json', 'application/json'] as $type) {
            /** @var array<string, string> $form */
            $answer = $ann->send('POST', '/broadcasting/auth', (string) $body, ['Content-Type' => $type], $form);
            $this->assertContains($answer->status(), [415, 422]);
        }
    }
}
