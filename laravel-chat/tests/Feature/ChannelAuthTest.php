<?php

declare(strict_types=1);

namespace Tests\Feature;

use App\Http\SessionHandle;
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
            'user_info' => ['name' => 'Ünn'],
            'session' => SessionHandle::of((string) DB::table('sessions')->value('id')),
        ], json_decode($data, true));
        $this->assertSame('test-key:'.hash_hmac('sha256', "123.456:presence-chat:{$data}", 'test-secret'), $answer->json('auth'));
    }

    public function test_without_a_session_nothing_is_signed(): void
    {
        $this->client()->postForm('/broadcasting/auth', ['socket_id' => '1.2', 'channel_name' => 'presence-chat'])->fails(401, 'not_logged_in');
    }

    public function test_a_page_of_another_origin_gets_nothing_signed(): void
    {
        $this->member()->postForm('/broadcasting/auth', ['socket_id' => '1.2', 'channel_name' => 'presence-chat'], ['Origin' => 'http://evil.example'])
            ->fails(403, 'origin_not_allowed');
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
}
