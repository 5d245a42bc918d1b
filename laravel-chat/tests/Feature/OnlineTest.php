<?php

declare(strict_types=1);

namespace Tests\Feature;

use Tests\TestCase;

final class OnlineTest extends TestCase
{
    private const PATH = '/online';

    private const ANSWER = '{"count":2,"users":[{"id":"1","name":"ann"}]}';

    public function test_who_is_online_is_what_the_loop_says(): void
    {
        $loop = $this->fakeLoop([self::PATH => self::ANSWER]);
        $answer = $this->member()->get('/online')->is(200);

        $this->assertSame(self::ANSWER, $answer->body());
    }

    public function test_while_the_loop_is_away_nobody_can_tell(): void
    {
        $this->member()->get('/online')->fails(503, 'presence_unavailable');
    }

    public function test_a_loop_that_answers_badly_is_away_too(): void
    {
        $ann = $this->member();
        foreach (['', 'Bad gateway', '[]', '{}', '"x"', '{"count":1}', '{"count":"1","users":[]}', '{"count":1,"users":"ann"}'] as $body) {
            $loop = $this->fakeLoop([self::PATH => $body]);
            $answer = $ann->get('/online');
            $answer->fails(503, 'presence_unavailable');
        }
        foreach ([401, 404, 500] as $status) {
            $loop = $this->fakeLoop([self::PATH => self::ANSWER], $status);
            $answer = $ann->get('/online');
            $answer->fails(503, 'presence_unavailable');
        }
    }
}
