<?php

declare(strict_types=1);

namespace App\Http\Controllers;

use App\Chat\LoginOrRegister;
use App\Http\Json;
use App\Http\Requests\LoginRequest;
use App\Http\Sessions;
use Illuminate\Http\JsonResponse;

final class LoginController
{
    public function __invoke(LoginRequest $request, LoginOrRegister $loginOrRegister, Sessions $sessions): JsonResponse
    {
        [$user, $isNew] = $loginOrRegister->handle($request->login, $request->password, (string) $request->ip(), $request->joinCode, $request->mayRegister);
        $sessions->end($request, $request->user());
        $token = $sessions->begin($user);
        $answer = ['user' => $user->toContract()] + ($request->wantsToken ? ['token' => $token] : []);
        $response = Json::response($answer, $isNew ? 201 : 200);

        return $request->wantsToken ? $response : $response->withCookie(Sessions::cookie($request, $token));
    }
}
