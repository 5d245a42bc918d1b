<?php

declare(strict_types=1);

namespace Tests\Feature;

use Tests\Answer;
use Tests\Client;
use Tests\TestCase;

final class ChangedMessagesTest extends TestCase
{
    private const JSON = ['Content-Type' => 'application/json'];

    public function test_a_change_costs_what_a_message_costs(): void
    {
        config(['chat.rate_limits' => true]);
        $this->travelTo('2026-01-31 12:00:00'); // a slow machine gives no token back meanwhile
        $ann = $this->member('ann');
        $ann->post('/messages', ['text' => 'one', 'clientId' => 'a'])->is(201);
        for ($i = 0; $i < 40 && $this->edit($ann, 1, "text {$i}")->status() === 200; $i++);

        $this->assertGreaterThanOrEqual(29, $i);
        $this->assertLessThan(40, $i);
        $this->remove($ann, 1)->fails(429, 'too_many_messages');
    }

    private function edit(Client $who, int|string $id, string $text): Answer
    {
        return $who->send('PATCH', "/messages/{$id}", ['text' => $text], self::JSON);
    }

    private function remove(Client $who, int|string $id): Answer
    {
        return $who->send('DELETE', "/messages/{$id}", '', self::JSON);
    }
}
