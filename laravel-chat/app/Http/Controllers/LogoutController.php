<?php

declare(strict_types=1);

namespace App\Http\Controllers;

use App\Contract;
use App\Http\Json;
use App\Http\JsonObject;
use App\Http\Sessions;
use Illuminate\Http\Request;
use Illuminate\Http\Response;

final class LogoutController
{
    public function __invoke(Request $request, Sessions $sessions): Response
    {
        JsonObject::decode((string) $request->getContent()); // an empty body is fine, and so is any JSON
        $sessions->end($request, $request->user());

        $response = new Response(status: 204, headers: Json::HEADERS);
        $response->headers->clearCookie(Contract::load()->cookie());

        return $response;
    }
}
