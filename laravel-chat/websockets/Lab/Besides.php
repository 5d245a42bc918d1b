<?php

declare(strict_types=1);

namespace WebSockets\Lab;

use App\ChatError;
use App\Contract;
use App\Lab\Call;
use App\Lab\Calls\Wait;
use App\Lab\Timed;
use ChannelServer\Server\Connection;
use ChannelServer\Server\HttpResponse;
use React\EventLoop\LoopInterface;

/** Lab calls that the event loop waits for without standing still: others go on meanwhile. */
final class Besides
{
    private int $waiting = 0;

    public function __construct(private readonly LoopInterface $loop)
    {
    }

    public function takes(Call $call): bool
    {
        return $call instanceof Wait && ! $call->blocking;
    }

    /** Answers on the connection, once it is done. */
    public function run(Call $call, Timed $timed, Connection $connection): void
    {
        if ($this->waiting >= Contract::load()->lab('waitingMax')) {
            throw ChatError::tooManyLabCalls();
        }
        $this->waiting++;
        $connection->protocol = new AnswersLater;
        $connection->expireIn(AnswersLater::SECONDS);
        $done = function (array $told) use ($timed, $connection): void {
            $this->waiting--;
            $connection->write(HttpResponse::json(200, $timed->answer($told))->bytes(false));
            $connection->end();
        };
        if ($call instanceof Wait) {
            $this->loop->addTimer($call->ms / 1000, static fn () => $done([]));
        }
    }
}
