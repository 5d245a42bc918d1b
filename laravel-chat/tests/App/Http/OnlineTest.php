<?php

declare(strict_types=1);

namespace Tests\App\Http;

use Tests\TestCase;

final class OnlineTest extends TestCase
{
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
