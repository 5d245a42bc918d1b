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

Route::get('/', [PageController::class, 'index'])->name('page');
Route::get('/web/{path}', [PageController::class, 'file'])->name('page.file')->where('path', '.*');

Route::get('/config', ConfigController::class)->name('config');
Route::get('/empty', EmptyController::class)->name('empty');
Route::get('/health', HealthController::class)->name('health');
Route::get('/metrics', MetricsController::class)->name('metrics');

Route::post('/login', LoginController::class)->name('login')->middleware(['unsafe', 'site']);
Route::post('/logout', LogoutController::class)->name('logout')->middleware(['unsafe', 'site']);
Route::post('/broadcasting/auth', ChannelAuthController::class)->name('broadcasting.auth')->middleware(['unsafe:'.UnsafeCall::FORM, 'site', 'auth']);

Route::middleware(['site', 'auth'])->group(function () {
    Route::get('/me', MeController::class)->name('me');
    Route::get('/messages', [MessagesController::class, 'index'])->name('messages.index');
    Route::post('/messages', [MessagesController::class, 'store'])->name('messages.store')->middleware('unsafe');
    Route::patch('/messages/{id}', [MessagesController::class, 'update'])->name('messages.update')->where('id', '[1-9][0-9]{0,15}')->middleware('unsafe');
    Route::delete('/messages/{id}', [MessagesController::class, 'destroy'])->name('messages.destroy')->where('id', '[1-9][0-9]{0,15}')->middleware('unsafe');
    Route::get('/online', OnlineController::class)->name('online');
});
