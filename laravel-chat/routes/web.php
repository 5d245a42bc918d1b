<?php

declare(strict_types=1);

use App\Http\Controllers\ChannelAuthController;
use App\Http\Controllers\ConfigController;
use App\Http\Controllers\EmptyController;
use App\Http\Controllers\HealthController;
use App\Http\Controllers\LoginController;
use App\Http\Controllers\LogoutController;
use App\Http\Controllers\MeController;
use App\Http\Controllers\MessagesController;
use App\Http\Controllers\MetricsController;
use App\Http\Controllers\OnlineController;
use App\Http\Controllers\PageController;
use App\Http\Middleware\UnsafeCall;
use Illuminate\Support\Facades\Route;

Route::get('/', [PageController::class, 'index']);
Route::get('/web/{path}', [PageController::class, 'file'])->where('path', '.*');

Route::get('/config', ConfigController::class);
Route::get('/empty', EmptyController::class);
Route::get('/health', HealthController::class);
Route::get('/metrics', MetricsController::class);

Route::post('/login', LoginController::class)->middleware(['unsafe', 'session']);
Route::post('/logout', LogoutController::class)->middleware(['unsafe', 'session']);
Route::post('/broadcasting/auth', ChannelAuthController::class)->middleware(['unsafe:'.UnsafeCall::FORM, 'session', 'auth']);

Route::middleware(['session', 'auth'])->group(function () {
    Route::get('/me', MeController::class);
    Route::get('/messages', [MessagesController::class, 'index']);
    Route::post('/messages', [MessagesController::class, 'store'])->middleware('unsafe');
    Route::patch('/messages/{id}', [MessagesController::class, 'update'])->where('id', '[1-9][0-9]{0,15}')->middleware('unsafe');
    Route::delete('/messages/{id}', [MessagesController::class, 'destroy'])->where('id', '[1-9][0-9]{0,15}')->middleware('unsafe');
    Route::get('/online', OnlineController::class);
});
