<?php

declare(strict_types=1);

namespace ReactEpoll;

/** The watched streams, and the kernel's set kept in step with them: through closed streams, reused numbers and forks. */
final class Watches
{
    private const SWEEP_SECONDS = 1.0;

    /** How many streams epoll refused because they are always ready. */
    public int $alwaysReady = 0;

    /** @var array<int, Watch> by resource id */
    private array $watches = [];

    /** @var array<int, Watch> by descriptor */
    private array $byDescriptor = [];

    private readonly Descriptors $descriptors;

    private int $generation = 0;

    private int $process;

    private float $lastSweep = 0.0;

    public function __construct(private readonly Epoll $epoll)
    {
        $this->descriptors = new Descriptors($epoll);
        $this->process = (int) getmypid();
    }

    public function isEmpty(): bool
    {
        return $this->watches === [];
    }

    /** @return array<int, Watch> */
    public function all(): array
    {
        return $this->watches;
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

    /** @param  resource  $stream */
    public function add($stream): Watch
    {
        $descriptor = $this->descriptors->of($stream);
        $before = $this->byDescriptor[$descriptor] ?? null;
        if ($before !== null) {
            if (is_resource($before->stream)) {
                // Two PHP streams on one descriptor: epoll knows it once, so the newer one takes it over.
                $this->epoll->delete($descriptor);
            }
            $this->forget($before);
        }
        // 32 bits travel with the event.
        $this->generation = ($this->generation + 1) & 0x7FFFFFFF;

        return $this->watches[(int) $stream] = $this->byDescriptor[$descriptor] = new Watch($stream, $descriptor, $this->generation);
    }

    private function forget(Watch $watch): void
    {
        unset($this->watches[(int) $watch->stream]);
        if (($this->byDescriptor[$watch->descriptor] ?? null) === $watch) {
            unset($this->byDescriptor[$watch->descriptor]);
        }
        if ($watch->alwaysReady) {
            $this->alwaysReady--;
        }
        $this->descriptors->givenBack($watch->descriptor);
    }

    /** Its listeners are others than before. */
    public function changed(Watch $watch): void
    {
        $this->notAcrossForks();
        $wanted = $watch->wanted();
        if ($wanted === 0) {
            if ($watch->registered !== 0 && is_resource($watch->stream)) {
                $this->epoll->delete($watch->descriptor);
            }
            $this->forget($watch);

            return;
        }
        if ($watch->alwaysReady || $wanted === $watch->registered) {
            return;
        }
        $this->enter($watch, $wanted);
    }

    private function enter(Watch $watch, int $wanted): void
    {
        $error = $watch->registered === 0
            ? $this->epoll->add($watch->descriptor, $wanted, $watch->generation)
            : $this->epoll->modify($watch->descriptor, $wanted, $watch->generation);
        if ($error === Epoll::EEXIST) {
            $error = $this->epoll->modify($watch->descriptor, $wanted, $watch->generation);
        } elseif ($error === Epoll::ENOENT) {
            $error = $this->epoll->add($watch->descriptor, $wanted, $watch->generation);
        }
        if ($error === Epoll::EPERM) {
            $watch->alwaysReady = true;
            $this->alwaysReady++;
        } elseif ($error === 0) {
            $watch->registered = $wanted;
        } else {
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
        foreach ($this->watches as $watch) {
            $watch->registered = 0;
            if (! is_resource($watch->stream)) {
                $this->forget($watch);
            } elseif (! $watch->alwaysReady && $watch->wanted() !== 0) {
                $this->enter($watch, $watch->wanted());
            }
        }
    }

    /** Forgets streams closed while registered: the kernel will never report them, and they would keep run() alive. */
    public function sweep(): void
    {
        $now = hrtime(true) * 1e-9;
        if ($now - $this->lastSweep < self::SWEEP_SECONDS) {
            return;
        }
        $this->lastSweep = $now;
        foreach ($this->watches as $watch) {
            if (! is_resource($watch->stream)) {
                $this->forget($watch);
            }
        }
    }
}
