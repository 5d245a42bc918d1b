<?php

declare(strict_types=1);

use App\Http\Controllers\AccountController;
use App\Http\Controllers\ChannelAuthController;
use App\Http\Controllers\MessagesController;
use App\Http\Controllers\PageController;
use App\Http\Controllers\ServerController;
use Illuminate\Support\Facades\Route;

Route::get('/', [PageController::class, 'index'])->name('page');
Route::get('/web/{path}', [PageController::class, 'file'])->name('page.file')->where('path', '.*');
foreach (['config', 'empty', 'health', 'metrics'] as $call) {
    Route::get("/{$call}", [ServerController::class, $call])->name($call);
}
Route::middleware('origin')->group(function () {
    Route::post('/login', [AccountController::class, 'login'])->name('login')->middleware('body');
    Route::post('/logout', [AccountController::class, 'logout'])->name('logout')->middleware('body');
    Route::post('/broadcasting/auth', ChannelAuthController::class)->name('broadcasting.auth')
        ->middleware(['body:application/x-www-form-urlencoded', 'auth']);
});
Route::middleware(['origin', 'auth'])->group(function () {
    Route::get('/me', [AccountController::class, 'me'])->name('me');
    Route::get('/online', [ServerController::class, 'online'])->name('online');
    Route::get('/messages', [MessagesController::class, 'index'])->name('messages.index');
    Route::post('/messages', [MessagesController::class, 'store'])->name('messages.store')->middleware('body');
    Route::prefix('/messages/{id}')->middleware('body')->where(['id' => '[1-9][0-9]{0,15}'])->group(function () {
        Route::patch('/', [MessagesController::class, 'update'])->name('messages.update');
        Route::delete('/', [MessagesController::class, 'destroy'])->name('messages.destroy');
    });
});
