<?php

declare(strict_types=1);

namespace App\Exceptions;

use App\ChatError;
use App\Http\Json;
use App\Logging\FaultText;
use App\Metrics;
use Illuminate\Auth\AuthenticationException;
use Illuminate\Broadcasting\BroadcastException;
use Illuminate\Foundation\Exceptions\Handler as ExceptionHandler;
use Illuminate\Http\JsonResponse;
use Psr\Log\LoggerInterface;
use Symfony\Component\HttpFoundation\Exception\RequestExceptionInterface;
use Symfony\Component\HttpKernel\Exception\HttpExceptionInterface;
use Symfony\Component\HttpKernel\Exception\MethodNotAllowedHttpException;
use Throwable;

/** Every error leaves as one of the contract's: `{"error": {code, message, field?}}`. */
final class Handler extends ExceptionHandler
{
    protected $dontReport = [ChatError::class];

    /** Logs in constant words, without people's data: see FaultText. */
    public function report(Throwable $e): void
    {
        if (! $this->shouldntReport($e)) {
            $this->container->make(LoggerInterface::class)->error('fault: '.$e::class, FaultText::of($e));
        }
    }

    public function render($request, Throwable $e): JsonResponse
    {
        $error = self::asChatError($e);
        $this->container->make(Metrics::class)->onError($error->errorCode);

        return Json::response(['error' => $error->toArray()], $error->status(), $error->headers())->prepare($request);
    }

    private static function asChatError(Throwable $fault): ChatError
    {
        return match (true) {
            $fault instanceof ChatError => $fault,
            $fault instanceof AuthenticationException => ChatError::of('not_logged_in'),
            $fault instanceof BroadcastException => ChatError::of('presence_unavailable'),
            $fault instanceof MethodNotAllowedHttpException => ChatError::methodNotAllowed(
                $fault->getHeaders()['Allow'],
            ),
            $fault instanceof HttpExceptionInterface && $fault->getStatusCode() < 500 => ChatError::of('not_found'),
            $fault instanceof RequestExceptionInterface => ChatError::of('bad_request'), // for example a malformed Host
            default => ChatError::of('internal', previous: $fault),
        };
    }
}
