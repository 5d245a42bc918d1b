<?php

declare(strict_types=1);

namespace App\Http\Controllers;

use App\Http\Requests\LogoutRequest;
use App\Http\SessionSockets;
use Illuminate\Contracts\Auth\Factory as Auth;
use Illuminate\Http\Response;

final class LogoutController
{
    public function __invoke(LogoutRequest $request, Auth $auth, SessionSockets $sockets): Response
    {
        if ($auth->guard()->check()) {
            $ended = $request->session()->getId();
            $auth->guard()->logout();
            $request->session()->invalidate();
            $sockets->close($ended);
        }

        return (new Response(status: 204))->withoutCookie(config('session.cookie'), config('session.path'));
    }
}
