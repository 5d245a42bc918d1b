<?php

declare(strict_types=1);

namespace App\Http\Controllers;

use App\Chat\LoginOrRegister;
use App\Http\Json;
use App\Http\Requests\LoginRequest;
use App\Http\SessionSockets;
use Illuminate\Contracts\Auth\Factory as Auth;
use Illuminate\Http\JsonResponse;

final class LoginController
{
    public function __invoke(LoginRequest $request, LoginOrRegister $loginOrRegister, Auth $auth, SessionSockets $sockets): JsonResponse
    {
        [$user, $isNew] = $loginOrRegister->handle($request->login, $request->password, (string) $request->ip());

        $former = $auth->guard()->check() ? $request->session()->getId() : null;
        $auth->guard()->login($user); // gives the session a new id and ends the former one
        if ($former !== null) {
            $sockets->close($former);
        }

        return Json::response(['user' => $user->toContract()], $isNew ? 201 : 200);
    }
}
