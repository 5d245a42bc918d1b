<?php

declare(strict_types=1);

namespace App\Lab;

use App\Http\Json;
use Illuminate\Http\JsonResponse;
use Illuminate\Http\Request;

/** Lab calls in a php-fpm worker: until it answers, it serves no other request. */
final class WorkerController
{
    public function __invoke(Request $request, string $what): JsonResponse
    {
        $call = Calls::read($what, (string) $request->headers->get('Content-Type'), (string) $request->getContent());
        $start = hrtime(true);
        $result = Calls::occupy($what, $call);

        return Json::response(Calls::answer('worker', $what, $start, $result));
    }
}
