<?php

declare(strict_types=1);

namespace ReactEpoll;

use RuntimeException;

/**
 * The streams that the loop knows, and the kernel's set kept in step with them. A stream stays known while nobody
 * listens for a moment, so that its number need not be found again; it is forgotten when another stream has its number.
 */
final class Watches
{
    /** @var array<int, Watch> by resource id, which PHP gives out once: it travels with the events */
    private array $watches = [];

    /** @var array<int, Watch> by descriptor */
    private array $byDescriptor = [];

    private readonly Descriptors $descriptors;

    /** Streams with a listener. */
    private int $active = 0;

    public function __construct(private readonly Epoll $epoll)
    {
        $this->descriptors = new Descriptors($epoll);
    }

    public function isEmpty(): bool
    {
        return $this->active === 0;
    }

    /** @param  resource  $stream open or closed */
    public function find($stream): ?Watch
    {
        return $this->watches[(int) $stream] ?? null;
    }

    /** The watch that an event is for; null if its stream was closed. */
    public function owner(int $id): ?Watch
    {
        $watch = $this->watches[$id] ?? null;

        return $watch !== null && is_resource($watch->stream) ? $watch : null;
    }

    /**
     * @param  resource  $stream
     *
     * @throws RuntimeException if it has no descriptor
     */
    public function of($stream): Watch
    {
        return $this->watches[(int) $stream] ?? $this->add($stream);
    }

    /** @param  resource  $stream */
    private function add($stream): Watch
    {
        $descriptor = $this->descriptors->of($stream, $this->isTaken(...));
        if (isset($this->byDescriptor[$descriptor])) {
            $this->forget($this->byDescriptor[$descriptor]);
        }

        return $this->watches[(int) $stream] = $this->byDescriptor[$descriptor] = new Watch($stream, $descriptor);
    }

    /**
     * Tells the kernel that a stream has other listeners now.
     *
     * @throws RuntimeException if the kernel refuses this stream: then it is not watched
     */
    public function changed(Watch $watch): void
    {
        $wanted = $watch->wanted();
        if ($wanted === $watch->registered) {
            if ($wanted === 0) {
                $this->descriptors->released($watch->descriptor);
            }

            return;
        }
        $error = is_resource($watch->stream) ? $this->control($watch, $wanted) : 0;
        $this->active += ($wanted !== 0 ? 1 : 0) - ($watch->registered !== 0 ? 1 : 0);
        $watch->registered = $wanted;
        if ($wanted === 0) {
            $this->descriptors->released($watch->descriptor);
        } elseif ($error !== 0) {
            $this->forget($watch);
            throw new RuntimeException("epoll_ctl refuses a stream with errno {$error}");
        }
    }

    /** The kernel does not watch the stream: the stream was closed, or the kernel refused it. */
    private function forget(Watch $watch): void
    {
        $this->active -= $watch->registered !== 0 ? 1 : 0;
        unset($this->watches[(int) $watch->stream], $this->byDescriptor[$watch->descriptor]);
    }

    private function isTaken(int $descriptor): bool
    {
        return isset($this->byDescriptor[$descriptor]) && is_resource($this->byDescriptor[$descriptor]->stream);
    }

    private function control(Watch $watch, int $wanted): int
    {
        $operation = match (true) {
            $wanted === 0 => Epoll::DELETE,
            $watch->registered === 0 => Epoll::ADD,
            default => Epoll::MODIFY,
        };

        return $this->epoll->control($operation, $watch->descriptor, $wanted, (int) $watch->stream);
    }
}
