<?php

declare(strict_types=1);

namespace App\Lab;

use App\Http\Json;
use App\Http\JsonObject;
use Illuminate\Http\JsonResponse;
use Illuminate\Http\Request;

/** Lab calls in a php-fpm worker: it serves nobody else meanwhile. */
final class WorkerController
{
    public function __invoke(Request $request, string $what): JsonResponse
    {
        $call = Calls::BY_NAME[$what]::of(new Fields(JsonObject::decode((string) $request->getContent())));
        $timed = new Timed('worker', $what);

        return Json::response($timed->answer($call->occupy()));
    }
}
