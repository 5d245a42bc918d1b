<?php

declare(strict_types=1);

namespace App\Lab;

use App\Lab\Calls\Cpu;
use App\Lab\Calls\Wait;

final class Calls
{
    /** Each kind of trouble by the name it has in an address. */
    public const BY_NAME = ['cpu' => Cpu::class, 'wait' => Wait::class];
}
