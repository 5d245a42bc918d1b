<?php

declare(strict_types=1);

namespace Tests\Feature;

use Illuminate\Support\Facades\DB;
use Tests\TestCase;

final class ChannelAuthTest extends TestCase
{
    public function test_a_member_gets_a_signature_over_user_and_session(): void
    {
        $answer = $this->member('Ünn')->postForm('/broadcasting/auth', ['socket_id' => '123.456', 'channel_name' => 'presence-chat'])->is(200);
        $data = $answer->json('channel_data');

        $this->assertSame(['auth', 'channel_data'], array_keys($answer->json()));
        $this->assertSame([
            'user_id' => (string) DB::table('users')->value('id'),
            'user_info' => ['name' => 'Ünn', 'session' => (string) DB::table('sessions')->value('id')],
        ], json_decode($data, true));
        $this->assertSame('test-key:'.hash_hmac('sha256', "123.456:presence-chat:{$data}", 'test-secret'), $answer->json('auth'));
    }

    public function test_a_page_of_another_site_gets_nothing_signed_where_its_browser_leaves_the_origin_out(): void
    {
        $form = ['socket_id' => '1.2', 'channel_name' => 'presence-chat'];
        foreach (['same-site', 'cross-site', ''] as $site) {
            $this->member()->postForm('/broadcasting/auth', $form, ['Sec-Fetch-Site' => $site])->fails(403, 'origin_not_allowed');
        }
        foreach ([['Sec-Fetch-Site' => 'same-origin'], ['Sec-Fetch-Site' => 'cross-site', 'Origin' => 'http://localhost:8000']] as $headers) {
            $this->assertSame(200, $this->member()->postForm('/broadcasting/auth', $form, $headers)->status());
        }
    }

    public function test_no_other_channel_is_signed(): void
    {
        foreach (['presence-other', 'private-chat', 'chat', 'presence-chat:x', ''] as $channel) {
            $this->member()->postForm('/broadcasting/auth', ['socket_id' => '1.2', 'channel_name' => $channel])->fails(403, 'channel_not_allowed');
        }
    }

    public function test_a_socket_id_that_would_change_what_is_signed_is_refused(): void
    {
        foreach (['', '1', '1.2:presence-chat', "1.2\n", '1.2.3', '-1.2'] as $socket) {
            $this->member()->postForm('/broadcasting/auth', ['socket_id' => $socket, 'channel_name' => 'presence-chat'])->fails(422, 'invalid_parameter', 'socket_id');
        }
    }

    /** One body, two readings: PHP finds a good form in it, Laravel's `input()` a JSON object that signs a call of the loop's HTTP API. */
    public function test_a_body_that_is_form_and_json_at_once_gets_nothing_signed(): void
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

    public function test_a_form_with_a_charset_is_a_form(): void
    {
        foreach (['application/x-www-form-urlencoded; charset=UTF-8', 'Application/X-WWW-Form-URLencoded;charset="utf-8"'] as $type) {
            $this->member()->postForm('/broadcasting/auth', ['socket_id' => '1.2', 'channel_name' => 'presence-chat'], ['Content-Type' => $type])->is(200);
        }
    }
}
