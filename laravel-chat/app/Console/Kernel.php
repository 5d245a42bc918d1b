<?php

declare(strict_types=1);

namespace App\Console;

use App\SettingRefused;
use Illuminate\Foundation\Console\Kernel as ConsoleKernel;

final class Kernel extends ConsoleKernel
{
    /** Prints a refused setting itself: the log and the error handler need the settings. */
    public function bootstrap(): void
    {
        try {
            parent::bootstrap();
        } catch (SettingRefused $refused) {
            fwrite(STDERR, "laravel-chat cannot start: {$refused->getMessage()}\n");
            exit(1);
        }
    }

    protected function commands(): void
    {
        $this->load(__DIR__.'/Commands');
    }
}
