<?php

declare(strict_types=1);

namespace App\Providers;

use Illuminate\Foundation\Support\Providers\RouteServiceProvider as ServiceProvider;

final class RouteServiceProvider extends ServiceProvider
{
    public function boot(): void
    {
        $this->routes(function () {
            require base_path('routes/web.php');
            if (config('lab.on')) {
                require base_path('routes/lab.php');
            }
        });
    }
}
