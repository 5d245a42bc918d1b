<?php

declare(strict_types=1);

namespace App\Http\Controllers;

use App\Chat\LoginOrRegister;
use App\Contract;
use App\Http\Json;
use App\Http\Sessions;
use Illuminate\Http\JsonResponse;
use Illuminate\Http\Request;
use Illuminate\Http\Response;

final class AccountController
{
    /** With `token` the client keeps the session's token itself, and gets no cookie. */
    public function login(Request $request, LoginOrRegister $loginOrRegister, Sessions $sessions): JsonResponse
    {
        $input = Json::body($request);
        [$user, $registered] = $loginOrRegister($input, (string) $request->ip());
        $token = $sessions->begin($request, $user);
        $answer = ['user' => $user->toArray()];
        if (($input['token'] ?? null) === true) {
            return Json::response($answer + ['token' => $token], $registered ? 201 : 200);
        }

        return Json::response($answer, $registered ? 201 : 200)->withCookie(Sessions::cookie($request, $token));
    }

    public function logout(Request $request, Sessions $sessions): Response
    {
        Json::body($request); // none is needed, but a body must be JSON
        $sessions->end($request);
        $response = new Response(status: 204, headers: Json::HEADERS);
        $response->headers->clearCookie(Contract::get('cookies', 'laravel'));

        return $response;
    }

    public function me(Request $request): JsonResponse
    {
        return Json::response(['user' => $request->user()->toArray()]);
    }
}
