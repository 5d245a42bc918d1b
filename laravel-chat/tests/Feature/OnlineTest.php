<?php

declare(strict_types=1);

namespace Tests\Feature;

use Tests\TestCase;

final class OnlineTest extends TestCase
{
    private const ANSWER = '{"count":2,"users":[{"id":"1","name":"ann"}]}';

    public function test_who_is_online_is_what_the_loop_says(): void
    {
        $this->fakeLoop(['/online' => self::ANSWER]);

        $this->assertSame(self::ANSWER, $this->member()->get('/online')->is(200)->body());
    }

    public function test_while_the_loop_is_away_nobody_can_tell(): void
    {
        $this->member()->get('/online')->fails(503, 'presence_unavailable');
    }

    public function test_a_loop_that_answers_badly_is_away_too(): void
    {
        $ann = $this->member();
        foreach (['', '{"count":2,"us'] as $cut) {
            $this->fakeLoop(['/online' => $cut]);
            $ann->get('/online')->fails(503, 'presence_unavailable');
        }
        $this->fakeLoop(['/online' => self::ANSWER], 500);
        $ann->get('/online')->fails(503, 'presence_unavailable');
    }
}
