<?php

declare(strict_types=1);

namespace Tests\Feature;

use App\Protection\CircuitBreaker;
use PHPUnit\Framework\TestCase;

final class CircuitBreakerTest extends TestCase
{
    private string $file;

    protected function setUp(): void
    {
        $this->file = sys_get_temp_dir().'/breaker-'.getmypid();
    }

    protected function tearDown(): void
    {
        @unlink($this->file);
    }

    public function test_while_nothing_hangs_everybody_tries(): void
    {
        $this->assertTrue($this->worker()->allows());
    }

    public function test_after_one_worker_has_waited_in_vain_the_others_do_not_try(): void
    {
        $this->worker()->open();

        $this->assertFalse($this->worker()->allows());
    }

    public function test_after_two_seconds_one_tries_for_all(): void
    {
        touch($this->file, time() - 3);

        $this->assertTrue($this->worker()->allows());
        $this->assertFalse($this->worker()->allows());
    }

    public function test_a_clock_set_back_keeps_nobody_from_trying(): void
    {
        touch($this->file, time() + 3600);

        $this->assertTrue($this->worker()->allows());
        $this->assertFalse($this->worker()->allows());
    }

    public function test_when_the_one_is_answered_everybody_tries_again(): void
    {
        touch($this->file, time() - 3);
        $one = $this->worker();
        $one->allows();
        $one->close();

        $this->assertTrue($this->worker()->allows());
    }

    private function worker(): CircuitBreaker
    {
        return new CircuitBreaker($this->file, 2);
    }
}
