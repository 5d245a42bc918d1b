<?php

declare(strict_types=1);

namespace App\Lab;

use App\ChatError;
use App\Http\Json;
use App\Http\QueueWait;
use Illuminate\Http\JsonResponse;
use Illuminate\Http\Request;

/** Lab calls in a php-fpm worker: it serves nobody else meanwhile. */
final class WorkerController
{
    // s; nginx waits no longer for an answer. PHP hears nothing of who hangs up, and would work through the queue for nobody.
    private const PATIENCE = 120;

    /** @throws ChatError too_many_lab_calls */
    public function __invoke(Request $request, string $what): JsonResponse
    {
        QueueWait::mustNotBeOver($request, self::PATIENCE, 'too_many_lab_calls', 1);
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
