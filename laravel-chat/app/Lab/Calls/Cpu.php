<?php

declare(strict_types=1);

namespace App\Lab\Calls;

use App\Contract;
use App\Lab\Call;
use App\Lab\Fields;

/** Occupies a processor: for a time, or until a number of Fibonacci is found the slow way. */
final class Cpu implements Call
{
    private function __construct(private readonly int $ms, private readonly ?int $fibonacci)
    {
    }

    public static function of(Fields $fields): self
    {
        $contract = Contract::load();

        return $fields->has('fibonacci')
            ? new self(0, $fields->wholeNumber('fibonacci', 1, $contract->lab('fibonacciMax')))
            : new self($fields->wholeNumber('ms', 1, $contract->lab('msMax')), null);
    }

    public function occupy(): array
    {
        if ($this->fibonacci !== null) {
            return ['value' => self::nthFibonacci($this->fibonacci)];
        }
        $end = hrtime(true) + $this->ms * 1_000_000;
        while (hrtime(true) < $end);

        return [];
    }

    private static function nthFibonacci(int $n): int
    {
        return $n < 2 ? $n : self::nthFibonacci($n - 1) + self::nthFibonacci($n - 2);
    }
}
