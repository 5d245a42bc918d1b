<?php

declare(strict_types=1);

namespace App\Console;

use Illuminate\Foundation\Console\Kernel as ConsoleKernel;

final class Kernel extends ConsoleKernel
{
    protected function commands(): void
    {
        $this->load(__DIR__.'/Commands');
        if (config('lab.on')) {
            $this->load(dirname(__DIR__).'/Lab/Commands');
        }
    }
}
