<?php

declare(strict_types=1);

namespace WebSockets\Store;

use App\Chat\Sent;
use Closure;
use React\EventLoop\LoopInterface;
use WebSockets\Chat\AsyncStore;
use WebSockets\Chat\Pending;
use WebSockets\Chat\StoredMessage;

/** The store as the loop sees it: what it is asked goes to the storing process, which is replaced where it hangs. */
final class RemoteStore implements AsyncStore
{
    private const CHECK_SECONDS = 0.25;

    // An idle store is asked whether it is there, and for its newest id.
    private const ASK_SECONDS = 5.0;

    private const SLOW_SECONDS = 4.5;

    // A store that owes an answer for this long hangs: nobody waits for it any more.
    private const HANGS_SECONDS = 15.0;

    // About 3 s of failing: longer than a database takes to restart its connections.
    private const FAILURES_TO_RESTART = 15;

    private ?string $trouble = 'the storing process has not answered yet';

    /** What the newest batch met, where it failed. */
    private ?string $failure = null;

    private float $failedAt = 0.0;

    /** Batches that failed one after the other. */
    private int $failures = 0;

    private float $askedAt = 0.0;

    /** @var Closure(int, int): void */
    private Closure $isAt;

    /**
     * @param  Closure(string, array<string, mixed>): void  $log
     * @param  float  $failureShownSeconds  how long a batch that failed counts: a database may answer and store nothing
     */
    public function __construct(
        private readonly LoopInterface $loop,
        private readonly StoreProcess $process,
        private readonly Closure $log,
        private readonly float $failureShownSeconds,
    ) {
    }

    public function start(Closure $isAt): void
    {
        $this->isAt = $isAt;
        $this->process->start($this->position(...), function (string $why): void {
            $this->trouble = $why;
        });
        $this->loop->addPeriodicTimer(self::CHECK_SECONDS, $this->check(...));
    }

    public function stop(): void
    {
        $this->process->stop();
    }

    public function trouble(): ?string
    {
        $isRecent = $this->now() - $this->failedAt < $this->failureShownSeconds;

        return $this->trouble ?? ($isRecent ? $this->failure : null);
    }

    public function append(array $batch, Closure $done): void
    {
        $messages = [];
        foreach ($batch as $pending) {
            $new = $pending->message;
            $messages[] = [$new->userId, $new->userName, $new->text, $new->clientId];
        }
        $this->process->ask(['messages' => $messages], function (?array $answer) use ($batch, $done): void {
            if (isset($answer['sent'])) {
                $this->trouble = null;
                $this->failures = 0;
                $this->failure = null;
                $done(array_map(self::sent(...), $batch, $answer['sent']), $answer['seconds']);
            } else {
                $answer === null || $this->failed($answer['why']);
                $done(null, 0.0);
            }
        });
    }

    public function after(int $id, int $limit, Closure $found): void
    {
        $this->read(['after' => $id, 'limit' => $limit], $found);
    }

    public function changesAfter(int $rev, int $limit, Closure $found): void
    {
        $this->read(['changesAfter' => $rev, 'limit' => $limit], $found);
    }

    /** @param  array<string, int>  $order */
    private function read(array $order, Closure $found): void
    {
        $this->process->ask($order, function (?array $answer) use ($found): void {
            $this->trouble = $answer['why'] ?? $this->trouble;
            $found(isset($answer['found']) ? array_map(StoredMessage::read(...), $answer['found']) : null);
        });
    }

    /**
     * @param  ?array{int, bool, string}  $row  id, whether it is new, JSON
     * @return ?Sent<StoredMessage>
     */
    private static function sent(Pending $pending, ?array $row): ?Sent
    {
        if ($row === null) {
            return null;
        }
        [$id, $isNew, $json] = $row;
        $new = $pending->message;

        return new Sent(new StoredMessage($id, $new->userId, $new->clientId, $json, $pending->since), $isNew);
    }

    private function failed(string $why): void
    {
        ($this->log)('store_failed', ['why' => $why]);
        $this->trouble = $this->failure = "messages cannot be stored: {$why}";
        $this->failedAt = $this->now();
        if (++$this->failures % self::FAILURES_TO_RESTART === 0) {
            // Whatever state it got into, a new process does not have it.
            $this->process->restart("{$this->failures} batches failed in a row");
        }
    }

    private function check(): void
    {
        $now = $this->now();
        $owes = $now - ($this->process->owesSince() ?? $now);
        if ($owes > self::HANGS_SECONDS) {
            $this->process->restart('it owed an answer for '.self::HANGS_SECONDS.' s');
        } elseif ($owes > self::SLOW_SECONDS) {
            $this->trouble ??= 'the storing process does not answer';
        } elseif ($owes === 0.0 && $now - $this->askedAt > self::ASK_SECONDS) {
            $this->askedAt = $now;
            $this->process->ask(['position' => true], $this->position(...));
        }
    }

    /** @param  ?array<string, mixed>  $answer */
    private function position(?array $answer): void
    {
        $this->trouble = $answer['why'] ?? ($answer === null ? $this->trouble : null);
        if (isset($answer['lastId'])) {
            ($this->isAt)($answer['lastId'], $answer['rev']);
        }
    }

    private function now(): float
    {
        return hrtime(true) * 1e-9;
    }
}
