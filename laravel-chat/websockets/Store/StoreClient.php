<?php

declare(strict_types=1);

namespace WebSockets\Store;

use App\Chat\Sent;
use App\ChatError;
use App\Clock;
use Closure;
use React\EventLoop\LoopInterface;
use React\EventLoop\TimerInterface;
use WebSockets\Chat\AsyncStore;
use WebSockets\Chat\EncodedMessage;
use WebSockets\Chat\WaitingMessage;
use WebSockets\Log;

/**
 * The loop calls the store by this client. A process of its own stores, so that a slow or dead database never stops the
 * loop; StoringProcess runs there, and lists the calls and their answers. A process that dies or hangs is replaced.
 */
final class StoreClient implements AsyncStore
{
    private const CHECK_SECONDS = 0.25;

    // The store is asked this often for its newest id, which shows that it is there. One that is away is asked at each
    // check.
    private const ASK_POSITION_SECONDS = 5.0;

    private const SLOW_SECONDS = 4.5;

    // A store that owes an answer for this long hangs, and is replaced.
    private const HANGS_SECONDS = 15.0;

    // A process that dies at once, again and again, is not started faster than this.
    private const RESTART_SECONDS = 2.0;

    /** Null: a check starts it. */
    private ?LineProcess $process = null;

    private float $startedAt = 0.0;

    private ?TimerInterface $checks = null;

    private float $positionAskedAt = 0.0;

    private ?string $problem = 'the storing process has not answered yet';

    private Closure $onPosition;

    /** @param  list<string>  $command */
    public function __construct(
        private readonly LoopInterface $loop,
        private readonly Log $log,
        private readonly array $command,
    ) {
    }

    public function start(Closure $onPosition): void
    {
        $this->onPosition = $onPosition;
        $this->spawn();
        $this->checks = $this->loop->addPeriodicTimer(self::CHECK_SECONDS, $this->check(...));
    }

    public function stop(): void
    {
        if ($this->checks !== null) {
            $this->loop->cancelTimer($this->checks);
        }
        $this->process?->end(SIGTERM);
    }

    public function problem(): ?string
    {
        return $this->problem;
    }

    public function append(array $batch, Closure $done): void
    {
        $messages = array_column($batch, 'message');
        $this->call(['do' => 'append', 'messages' => $messages], function (?array $answer) use ($batch, $done): void {
            if (isset($answer['sent'])) {
                $this->problem = null;
                $done(array_map(self::sent(...), $batch, $answer['sent']), $answer['seconds']);

                return;
            }
            if ($answer !== null) {
                $this->log->writeThrottled('store_failed', ['why' => $answer['why']]);
                $this->problem = "messages cannot be stored: {$answer['why']}";
            }
            $done(null, 0.0);
        });
    }

    public function after(int $id, int $limit, Closure $found): void
    {
        $this->read(['do' => 'after', 'id' => $id, 'limit' => $limit], $found);
    }

    public function changedAfter(int $rev, int $limit, Closure $found): void
    {
        $this->read(['do' => 'changedAfter', 'rev' => $rev, 'limit' => $limit], $found);
    }

    public function endedSessions(array $handles, Closure $found): void
    {
        $call = ['do' => 'endedSessions', 'handles' => $handles];
        $this->call($call, static fn (?array $answer) => $found($answer['ended'] ?? null));
    }

    public function askPosition(): void
    {
        $this->positionAskedAt = Clock::now();
        $this->call(['do' => 'position'], $this->onPositionAnswer(...));
    }

    /** @param  array<string, int|string>  $call */
    private function read(array $call, Closure $found): void
    {
        $this->call($call, function (?array $answer) use ($found): void {
            $this->problem = $answer['why'] ?? $this->problem;
            $found(isset($answer['found']) ? array_map(EncodedMessage::fromJson(...), $answer['found']) : null);
        });
    }

    /**
     * @param  array{int, string}|array{code: string, field: ?string}|string  $row  see StoringProcess
     * @return Sent<EncodedMessage>|ChatError
     */
    private static function sent(WaitingMessage $waiting, array|string $row): Sent|ChatError
    {
        if (is_string($row)) {
            return new Sent(EncodedMessage::fromJson($row), false);
        }
        if (isset($row['code'])) {
            return ChatError::of($row['code'], $row['field']);
        }
        $message = $waiting->message->toMessage(...$row);

        return new Sent(EncodedMessage::fromMessage($message), true);
    }

    /**
     * @param  array<string, mixed>  $call
     * @param  Closure(?array<string, mixed>): void  $done  gets null if the process is away, or dies before it answers
     */
    private function call(array $call, Closure $done): void
    {
        if ($this->process === null) {
            $done(null);
        } else {
            $this->process->call($call, $done);
        }
    }

    private function spawn(): void
    {
        $this->startedAt = Clock::now();
        $onOutput = fn (string $text) => $this->log->writeThrottled('store_said', ['text' => $text]);
        $onEnd = fn () => $this->giveUp('the storing process died');
        $this->process = new LineProcess($this->loop, $this->command, $onOutput, $onEnd);
        $this->log->writeThrottled('store_started', ['pid' => $this->process->pid()]);
        $this->askPosition();
    }

    private function giveUp(string $why): void
    {
        $this->log->writeThrottled('store_died', ['why' => $why]);
        $this->problem = $why;
        [$process, $this->process] = [$this->process, null];
        $process?->end(SIGKILL);
    }

    private function check(): void
    {
        $wait = $this->process?->oldestWaitSeconds();
        if ($wait === null) {
            if (Clock::now() - $this->startedAt >= self::RESTART_SECONDS) {
                $this->spawn();
            }
        } elseif ($wait > self::HANGS_SECONDS) {
            $this->giveUp('it owed an answer for '.self::HANGS_SECONDS.' s');
        } elseif ($wait > self::SLOW_SECONDS) {
            if ($this->problem === null) {
                $this->problem = 'the storing process does not answer';
                $this->log->writeThrottled('store_slow', ['why' => $this->problem]);
            }
        } elseif (Clock::now() - $this->positionAskedAt > self::ASK_POSITION_SECONDS) {
            $this->askPosition();
        }
    }

    /** @param  ?array<string, mixed>  $answer */
    private function onPositionAnswer(?array $answer): void
    {
        if (isset($answer['lastId'])) {
            $this->problem = null;
            ($this->onPosition)($answer['lastId'], $answer['rev']);
        } elseif ($answer !== null) {
            $this->problem = $answer['why'];
            $this->positionAskedAt = 0.0;
        }
    }
}
