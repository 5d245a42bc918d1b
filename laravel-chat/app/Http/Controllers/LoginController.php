<?php

declare(strict_types=1);

namespace App\Http\Controllers;

use App\Chat\LoginOrRegister;
use App\Http\Json;
use App\Http\Requests\LoginRequest;
use App\Http\SessionSockets;
use Illuminate\Http\JsonResponse;
use Illuminate\Support\Facades\Auth;

final class LoginController
{
    public function __invoke(LoginRequest $request, LoginOrRegister $loginOrRegister, SessionSockets $sockets): JsonResponse
    {
        [$user, $isNew] = $loginOrRegister->handle($request->login, $request->password, (string) $request->ip(), $request->joinCode, $request->mayRegister);

        $former = Auth::check() ? [$request->session()->getId(), (string) Auth::id()] : null;
        Auth::login($user); // gives the session a new id and ends the former one
        if ($former !== null) {
            $sockets->close(...$former);
        }

        return Json::response(['user' => $user->toContract()], $isNew ? 201 : 200);
    }
}
