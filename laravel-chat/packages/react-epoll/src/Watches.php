<?php

declare(strict_types=1);

namespace ReactEpoll;

use RuntimeException;

/** The watched streams, and the kernel's set kept in step with them: through closed streams, reused numbers and forks. */
final class Watches
{
    /** @var array<int, Watch> by resource id */
    private array $watches = [];

    /** @var array<int, Watch> by descriptor */
    private array $byDescriptor = [];

    /** @var array<int, Watch> by resource id: regular files, which epoll refuses (EPERM) */
    private array $alwaysReady = [];

    private readonly Descriptors $descriptors;

    private int $generation = 0;

    private int $process;

    private float $lastSweep = 0.0;

    /** @param  float  $sweepSeconds how long a sweep counts as recent */
    public function __construct(private readonly Epoll $epoll, private readonly float $sweepSeconds)
    {
        $this->descriptors = new Descriptors($epoll);
        $this->process = (int) getmypid();
    }

    public function isEmpty(): bool
    {
        return $this->watches === [];
    }

    /** @return array<int, Watch> those that are ready without the kernel's word */
    public function alwaysReady(): array
    {
        return $this->alwaysReady;
    }

    /** @param  resource  $stream open or closed */
    public function find($stream): ?Watch
    {
        return $this->watches[(int) $stream] ?? null;
    }

    /** Whose event this is; null where it belongs to nobody any more. */
    public function owner(int $descriptor, int $generation): ?Watch
    {
        $watch = $this->byDescriptor[$descriptor] ?? null;

        return $watch !== null && $watch->generation === $generation && is_resource($watch->stream) ? $watch : null;
    }

    /**
     * @param  resource  $stream
     *
     * @throws RuntimeException where it has no descriptor
     */
    public function add($stream): Watch
    {
        [$descriptor, $hasCopies] = $this->descriptors->of($stream, $this->isTaken(...));
        $before = $this->byDescriptor[$descriptor] ?? null;
        unset($this->byDescriptor[$descriptor]);
        // 32 bits travel with the event.
        $this->generation = ($this->generation + 1) & 0x7FFFFFFF;
        $watch = $this->watches[(int) $stream] = $this->byDescriptor[$descriptor] = new Watch($stream, $descriptor, $hasCopies, $this->generation);
        if ($before !== null) {
            $this->numberLost($before);
        }

        return $watch;
    }

    /**
     * Its listeners are others than before.
     *
     * @throws LoopFailed where the kernel refuses it: then it is not watched
     */
    public function changed(Watch $watch): void
    {
        $this->notAcrossForks();
        $wanted = $watch->wanted();
        if ($wanted === 0) {
            if ($watch->registered !== 0 && is_resource($watch->stream)) {
                $this->epoll->delete($watch->descriptor);
            }
            $this->forget($watch);
        } elseif (! isset($this->alwaysReady[(int) $watch->stream]) && $wanted !== $watch->registered) {
            $this->enter($watch);
        }
    }

    /** Its stream was closed while it was watched. */
    public function closed(Watch $watch): void
    {
        if (isset($this->watches[(int) $watch->stream])) {
            $this->forget($watch);
        }
    }

    /** A child must not touch its parent's registrations: it gets a set of its own. */
    public function notAcrossForks(): void
    {
        if (getmypid() !== $this->process) {
            $this->process = (int) getmypid();
            $this->renew();
        }
    }

    /** A new kernel set with the same registrations. */
    public function renew(): void
    {
        $this->epoll->reopen();
        $refusal = null;
        foreach ($this->watches as $watch) {
            $watch->registered = 0;
            if (! is_resource($watch->stream)) {
                $this->forget($watch);
            } elseif (! isset($this->alwaysReady[(int) $watch->stream]) && $watch->wanted() !== 0) {
                try {
                    if ($watch->hasCopies && ! $this->descriptors->isStillOf($watch->stream, $watch->descriptor)) {
                        $this->renumber($watch);
                    }
                    $this->enter($watch, inNewSet: true);
                } catch (RuntimeException $refusal) {
                    // The others need the new set all the same.
                }
            }
        }
        if ($refusal !== null) {
            throw $refusal;
        }
    }

    /**
     * Forgets streams closed while registered: the kernel will never report them, and they would keep run() alive.
     *
     * @return bool false where that was done a moment ago, and not again
     */
    public function sweep(): bool
    {
        $now = hrtime(true) * 1e-9;
        if ($now - $this->lastSweep < $this->sweepSeconds) {
            return false;
        }
        $this->lastSweep = $now;
        foreach ($this->watches as $watch) {
            if (! is_resource($watch->stream)) {
                $this->forget($watch);
            }
        }

        return true;
    }

    private function isTaken(int $descriptor): bool
    {
        return isset($this->byDescriptor[$descriptor]) && is_resource($this->byDescriptor[$descriptor]->stream);
    }

    private function forget(Watch $watch): void
    {
        unset($this->watches[(int) $watch->stream], $this->alwaysReady[(int) $watch->stream]);
        if (($this->byDescriptor[$watch->descriptor] ?? null) === $watch) {
            unset($this->byDescriptor[$watch->descriptor]);
        }
        $this->descriptors->givenBack($watch->descriptor);
    }

    /** Its number is another stream's now: it was closed, or the number was that of a copy of it which was. */
    private function numberLost(Watch $watch): void
    {
        if (! is_resource($watch->stream)) {
            $this->forget($watch);

            return;
        }
        try {
            $this->renumber($watch);
        } catch (RuntimeException) {
            // Its descriptor was closed, if not by PHP: nothing can come of it any more.
        }
        $this->renew();
    }

    /** Tells the kernel what is wanted of a stream. */
    private function enter(Watch $watch, bool $inNewSet = false): void
    {
        $error = $this->control($watch);
        if (($error === Epoll::ENOENT || $error === Epoll::EBADF) && ! $inNewSet) {
            // The number was a copy's, which was closed: the stream has another one, and the kernel's set an entry that none can reach.
            $this->renumber($watch);
            $this->renew();

            return;
        }
        if ($error === 0) {
            $watch->registered = $watch->wanted();
        } elseif ($error === Epoll::EPERM) {
            $this->alwaysReady[(int) $watch->stream] = $watch;
        } else {
            $this->forget($watch);
            throw LoopFailed::because('epoll_ctl', $error);
        }
    }

    private function control(Watch $watch): int
    {
        $error = $watch->registered === 0
            ? $this->epoll->add($watch->descriptor, $watch->wanted(), $watch->generation)
            : $this->epoll->modify($watch->descriptor, $watch->wanted(), $watch->generation);

        return $error === Epoll::EEXIST ? $this->epoll->modify($watch->descriptor, $watch->wanted(), $watch->generation) : $error;
    }

    /** Finds the descriptor of a stream anew, whose number is another's now. */
    private function renumber(Watch $watch): void
    {
        if (($this->byDescriptor[$watch->descriptor] ?? null) === $watch) {
            unset($this->byDescriptor[$watch->descriptor]);
        }
        try {
            [$watch->descriptor, $watch->hasCopies] = $this->descriptors->of($watch->stream, $this->isTaken(...));
        } catch (RuntimeException $lost) {
            $this->forget($watch);
            throw $lost;
        }
        $watch->registered = 0;
        $this->byDescriptor[$watch->descriptor] = $watch;
    }
}
