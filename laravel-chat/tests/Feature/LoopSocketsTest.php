<?php

declare(strict_types=1);

namespace Tests\Feature;

use App\Broadcasting\LoopSockets;
use Illuminate\Broadcasting\BroadcastException;
use PHPUnit\Framework\TestCase;
use Tests\FakeLoop;

final class LoopSocketsTest extends TestCase
{
    private const WELL = ['/health' => '{"parts":{"store":"ok","news":"ok"}}'];

    private const CUT_OFF = ['/health' => '{"parts":{"store":"ok","news":"away"}}'];

    public function test_each_loop_hears_of_an_ended_session_also_where_one_is_away(): void
    {
        $away = new FakeLoop(status: 503);
        $away->others = [$first = new FakeLoop, $second = new FakeLoop];
        (new LoopSockets($away))->close('abc', '1');
        $path = '/sessions/abc/terminate_connections';
        $this->assertSame([[$path], [$path]], [array_column($first->asked, 'path'), array_column($second->asked, 'path')]);

        $away->others = [];
        $this->expectException(BroadcastException::class);
        (new LoopSockets($away))->close('abc', '1');
    }

    public function test_health_is_that_of_all_loops_and_one_that_is_away_is_an_ailment(): void
    {
        $loop = new FakeLoop(self::CUT_OFF);
        $loop->others = [new FakeLoop(self::WELL)];
        $this->assertSame(['news' => 'away'], (new LoopSockets($loop))->ailments());

        $loop = new FakeLoop(self::WELL);
        $this->assertSame([], (new LoopSockets($loop))->ailments());
        $loop->others = [new FakeLoop(status: 503)];
        $this->assertSame(['loops'], array_keys((new LoopSockets($loop))->ailments()));
    }
}
