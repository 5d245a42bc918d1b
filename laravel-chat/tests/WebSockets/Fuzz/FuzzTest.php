<?php

declare(strict_types=1);

namespace Tests\WebSockets\Fuzz;

use PHPUnit\Framework\TestCase;

final class FuzzTest extends TestCase
{
    public function test_ten_thousand_frames_of_nonsense_neither_stop_the_server_nor_disturb_a_witness(): void
    {
        $result = (new Fuzzing(seed: 20_260_131))->run(10_000, static fn () => null);
        $this->assertSame([10_000, 21], [$result['frames'], $result['messages']]);
        $this->assertLessThan(2_000_000, $result['grownBytes']);
    }
}
