<?php

declare(strict_types=1);

use App\Http\Controllers\AccountController;
use App\Http\Controllers\ChannelAuthController;
use App\Http\Controllers\MessagesController;
use App\Http\Controllers\PageController;
use App\Http\Controllers\ServerController;
use Illuminate\Support\Facades\Route;

Route::get('/', [PageController::class, 'index']);
Route::get('/web/{path}', [PageController::class, 'file'])->where('path', '.*');
foreach (['config', 'empty', 'health', 'metrics'] as $call) {
    Route::get("/{$call}", [ServerController::class, $call]);
}

// Middleware in the contract's order: where the call comes from, what it may be, who calls.
Route::middleware(['origin', 'body'])->group(function () {
    Route::post('/login', [AccountController::class, 'login']);
    Route::post('/logout', [AccountController::class, 'logout']);
});
Route::middleware(['origin', 'auth'])->group(function () {
    Route::get('/me', [AccountController::class, 'me']);
    Route::get('/online', [ServerController::class, 'online']);
    Route::get('/messages', [MessagesController::class, 'index']);
});
Route::middleware(['origin', 'body', 'auth'])->group(function () {
    Route::post('/messages', [MessagesController::class, 'store']);
    Route::prefix('/messages/{id}')->where(['id' => '[1-9][0-9]{0,15}'])->group(function () {
        Route::patch('/', [MessagesController::class, 'update']);
        Route::delete('/', [MessagesController::class, 'destroy']);
    });
});
Route::post('/broadcasting/auth', ChannelAuthController::class)
    ->middleware(['origin', 'body:application/x-www-form-urlencoded', 'auth']);
