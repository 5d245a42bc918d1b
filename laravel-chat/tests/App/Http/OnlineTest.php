<?php

declare(strict_types=1);

namespace Tests\App\Http;

use Tests\TestCase;

final class OnlineTest extends TestCase
{
    private const ANSWER = '{"count":2,"users":[{"id":"1","name":"ann"}]}';

    public function test_online_passes_on_the_answer_of_the_loop(): void
    {
        $this->fakeLoop(['/online' => self::ANSWER]);

        $this->assertSame(self::ANSWER, $this->member()->get('/online')->assertStatus(200)->getContent());
    }

    public function test_while_the_loop_is_away_online_is_presence_unavailable(): void
    {
        $this->member()->get('/online')->assertError(503, 'presence_unavailable');
    }

    public function test_if_the_loop_answers_an_error_online_is_presence_unavailable(): void
    {
        $this->fakeLoop([], 500);
        $this->member()->get('/online')->assertError(503, 'presence_unavailable');
    }
}
