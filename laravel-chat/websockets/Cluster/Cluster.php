<?php

declare(strict_types=1);

namespace WebSockets\Cluster;

use React\EventLoop\LoopInterface;
use WebSockets\Chat\Chat;
use WebSockets\Chat\StoredMessage;
use WebSockets\Pusher\Sessions;

/**
 * Makes one chat of several processes. All are alike: the database orders messages, Redis carries news, and each
 * process tells its own sockets. News may be lost: a process reads a hole in the ids from the store. One that was cut
 * off asks the store, and tells who is there and which sessions have ended.
 */
final class Cluster
{
    private const SECOND = 1.0;

    // Together with SILENT_SECONDS of Peers: two heartbeats may be lost.
    private const HEARTBEAT_SECONDS = 3;

    private int $seconds = 0;

    /** Whether another process has asked for all since the last second. */
    private bool $isAsked = false;

    private readonly Peers $peers;

    public function __construct(
        private readonly LoopInterface $loop,
        private readonly RedisBus $bus,
        private readonly Chat $chat,
        private readonly Sessions $sessions,
    ) {
        $this->peers = new Peers($chat->online);
    }

    public function start(): void
    {
        $this->bus->start($this->heard(...), $this->cameUp(...));
        $this->loop->addPeriodicTimer(self::SECOND, $this->secondPassed(...));
    }

    private function cameUp(): void
    {
        $this->peers->forgive();
        $this->tellAll();
        $this->bus->publish('who');
        $this->chat->store->locate();
    }

    /** For a process that was cut off or is new. */
    private function tellAll(): void
    {
        $this->bus->publish('users', $this->chat->online->own());
        $this->bus->publish('ended', $this->sessions->ended());
    }

    public function secondPassed(): void
    {
        if (! $this->bus->isUp()) {
            $this->chat->store->locate();

            return;
        }
        if (++$this->seconds % self::HEARTBEAT_SECONDS === 0) {
            $mine = count($this->chat->online->own());
            $this->bus->publish('here', [$this->chat->reorderBuffer->lastId(), $this->chat->changes->rev(), $mine]);
        }
        // All processes ask at once when Redis comes back: one answer a second serves all.
        if ($this->isAsked) {
            $this->isAsked = false;
            $this->tellAll();
        }
        $this->peers->secondPassed();
    }

    private function heard(string $process, string $what, mixed $news): void
    {
        if (! $this->peers->heard($process) && $what !== 'users') {
            $this->bus->publish('who'); // it stood still for long, and its users were given up
        }
        match ($what) {
            'here' => $this->isAt($process, ...$news),
            'stored' => $this->chat->reorderBuffer->add(array_map(StoredMessage::ofRow(...), array_values($news))),
            'changed' => $this->chat->changes->heard(),
            'who' => $this->isAsked = true,
            'users' => $this->peers->haveJoined($process, $news),
            'joined' => $this->peers->joined($process, ...$news),
            'left' => $this->peers->left($process, $news),
            'typing' => $this->typing(...$news),
            'ended' => array_map($this->sessions->end(...), $news),
            default => null, // news of a newer version
        };
    }

    /** Another process may know of more than this one, or of other users: then news were lost. */
    private function isAt(string $process, int $lastId, int $rev, int $users): void
    {
        if ($users !== $this->peers->usersOf($process)) {
            $this->bus->publish('who');
        }
        if ($lastId > $this->chat->reorderBuffer->lastId() || $rev > $this->chat->changes->rev()) {
            $this->chat->store->locate();
        }
    }

    private function typing(string $userId, bool $isTyping): void
    {
        $user = $this->chat->online->find($userId);
        if ($user !== null) {
            $isTyping ? $this->chat->typing->begin($user) : $this->chat->typing->stop($userId);
        }
    }
}
