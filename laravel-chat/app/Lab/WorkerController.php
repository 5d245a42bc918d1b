<?php

declare(strict_types=1);

namespace App\Lab;

use App\Http\Json;
use Illuminate\Http\JsonResponse;
use Illuminate\Http\Request;

/** Lab calls in a php-fpm worker: it serves nobody else meanwhile. */
final class WorkerController
{
    public function __invoke(Request $request, string $what): JsonResponse
    {
        $call = Calls::BY_NAME[$what]::of(Fields::in((string) $request->getContent(), $what));
        $timed = new Timed('worker', $what);

        return Json::response($timed->answer($call->occupy()));
    }

    public function letGo(): JsonResponse
    {
        $timed = new Timed('worker', 'leak');

        return Json::response($timed->answer(['bytes' => Kept::letGo(), 'kept' => 0]));
    }
}
