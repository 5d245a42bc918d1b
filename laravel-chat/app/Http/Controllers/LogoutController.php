<?php

declare(strict_types=1);

namespace App\Http\Controllers;

use App\Http\Json;
use App\Http\Requests\LogoutRequest;
use App\Http\SessionSockets;
use Illuminate\Http\Response;
use Illuminate\Support\Facades\Auth;

final class LogoutController
{
    public function __invoke(LogoutRequest $request, SessionSockets $sockets): Response
    {
        if (Auth::check()) {
            [$ended, $userId] = [$request->session()->getId(), (string) Auth::id()];
            Auth::logout();
            $request->session()->invalidate();
            $sockets->close($ended, $userId);
        }

        return (new Response(status: 204, headers: Json::HEADERS))->withoutCookie(config('session.cookie'), config('session.path'));
    }
}
