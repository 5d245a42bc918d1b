<?php

declare(strict_types=1);

use App\Contract;
use App\Lab\Loopback;
use App\Lab\WorkerController;
use Illuminate\Support\Facades\Route;

// Only with CHAT_LAB=1. The event loop answers its own lab calls: websockets/Lab.
foreach (Contract::get('lab', 'what') as $what) {
    Route::post("/lab/worker/{$what}", WorkerController::class)->defaults('what', $what)
        ->middleware([Loopback::class, 'origin']);
}
