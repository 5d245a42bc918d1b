<?php

declare(strict_types=1);

namespace ReactEpoll\Tests;

/** The loop as the default of React\EventLoop\Loop. */
final class InstallTest extends LoopTestCase
{
    private const INSTALLED = 'use React\EventLoop\Loop; ReactEpoll\EpollLoop::install(); echo get_class(Loop::get()), "|";';

    public function test_it_is_what_react_hands_out_and_runs_at_the_end_of_the_program(): void
    {
        $this->assertSame('ReactEpoll\EpollLoop|ab', $this->php(self::INSTALLED.'Loop::futureTick(function () { echo "b"; }); echo "a";'));
    }

    public function test_it_does_not_run_twice(): void
    {
        $this->assertSame('ReactEpoll\EpollLoop|a', $this->php(self::INSTALLED.'Loop::run(); Loop::futureTick(function () { echo "b"; }); echo "a";'));
    }

    public function test_it_does_not_run_where_it_was_stopped(): void
    {
        $this->assertSame('ReactEpoll\EpollLoop|a', $this->php(self::INSTALLED.'Loop::futureTick(function () { echo "b"; }); Loop::stop(); echo "a";'));
    }

    public function test_it_does_not_run_after_a_fatal_error(): void
    {
        $said = $this->php(self::INSTALLED.'Loop::futureTick(function () { echo "told"; }); throw new Exception("why");');
        $this->assertStringStartsWith('ReactEpoll', $said);
        $this->assertStringNotContainsString('told', $said);
    }
}
