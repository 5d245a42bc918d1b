<?php

declare(strict_types=1);

namespace WebSockets\Lab;

use App\ChatError;
use App\Lab\Timed;
use WebSockets\Server\Connection;
use WebSockets\Server\HttpResponse;

/** Answers that come when something is done: the loop serves others meanwhile. */
final class Later
{
    private int $waiting = 0;

    /**
     * @param  callable(string): void  $failed  told the code of each refusal
     * @param  int  $max  that may be outstanding
     */
    public function __construct(private $failed, private readonly int $max)
    {
    }

    /**
     * @param  callable(callable(array<string, mixed>|null): void, callable(): bool): mixed  $start  as Besides has it
     * @return null the connection is answered on by itself
     *
     * @throws ChatError too_many_lab_calls
     */
    public function answer(Connection $connection, callable $start, Timed $timed): null
    {
        if ($this->waiting >= $this->max) {
            throw ChatError::tooMany('too_many_lab_calls', 1);
        }
        $this->waiting++;
        $connection->protocol = new AnswersLater;
        $connection->expireIn(AnswersLater::SECONDS);
        $start(function (?array $told) use ($timed, $connection): void {
            $this->waiting--;
            if ($connection->closed) {
                return; // and no refusal is counted
            }
            $answer = $told === null ? $this->refusal(ChatError::of('lab_unavailable')) : HttpResponse::json(200, $timed->answer($told));
            $connection->write($answer->bytes(false));
            $connection->end();
        }, static fn (): bool => $connection->closed);

        return null;
    }

    public function refusal(ChatError $error): HttpResponse
    {
        ($this->failed)($error->errorCode);

        return HttpResponse::json($error->status(), ['error' => $error->toArray()], $error->headers());
    }
}
