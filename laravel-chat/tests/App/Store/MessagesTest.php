<?php

declare(strict_types=1);

namespace Tests\App\Store;

use App\Chat\MessageStore;
use App\Chat\NewMessage;
use App\Chat\Sent;
use Tests\TestCase;

final class MessagesTest extends TestCase
{
    public function test_a_message_has_the_time_of_its_insert_not_that_of_its_arrival(): void
    {
        $user = $this->member()->get('/me')->json('user');
        $new = new NewMessage($user['id'], $user['name'], 'hello', 'c');
        $this->travelTo('2030-01-31 12:00:02.345 UTC');
        [$sent] = $this->app->make(MessageStore::class)->append([$new]);
        $this->assertInstanceOf(Sent::class, $sent);
        $this->assertSame('2030-01-31T12:00:02.345Z', $sent->message->at);
    }
}
