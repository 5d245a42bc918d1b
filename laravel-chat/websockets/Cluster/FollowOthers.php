<?php

declare(strict_types=1);

namespace WebSockets\Cluster;

use React\EventLoop\LoopInterface;
use WebSockets\Chat\Chat;
use WebSockets\Chat\EncodedMessage;
use WebSockets\Chat\EndedSessions;
use WebSockets\Chat\News;

/**
 * Follows the other processes. All are alike: the database orders messages, Redis carries news, and each process emits
 * to its own sockets. News may be lost: a process reads a hole in the ids from the store. One that was cut off asks the
 * store, also for the sessions of its sockets, and publishes who is there.
 */
final class FollowOthers
{
    private const SECOND = 1.0;

    // Together with SILENT_SECONDS of SharedPresence: two heartbeats may be lost.
    private const HEARTBEAT_SECONDS = 3;

    private int $seconds = 0;

    /** Whether another process has asked this one, or all, since the last second. */
    private bool $isAsked = false;

    private readonly SharedPresence $presence;

    public function __construct(
        private readonly LoopInterface $loop,
        private readonly RedisLink $link,
        private readonly Chat $chat,
        private readonly EndedSessions $endedSessions,
    ) {
        $this->presence = new SharedPresence($chat->presence);
    }

    public function start(): void
    {
        $this->link->start($this->receive(...), $this->onConnected(...));
        $this->loop->addPeriodicTimer(self::SECOND, $this->tick(...));
    }

    private function onConnected(): void
    {
        $this->presence->resetSilence();
        $this->publishUsers();
        $this->link->publish(News::Who);
        $this->chat->catchUp();
        $this->endedSessions->requestCheck();
    }

    private function publishUsers(): void
    {
        $this->link->publish(News::Users, $this->chat->presence->ownUsers());
    }

    /** Called once a second. */
    public function tick(): void
    {
        if (! $this->link->isUp()) {
            $this->chat->catchUp();

            return;
        }
        if (++$this->seconds % self::HEARTBEAT_SECONDS === 0) {
            $this->link->publish(News::Here, [
                ...$this->chat->position(), count($this->chat->presence->ownUsers()),
            ]);
        }
        // All processes ask at once when Redis comes back: one answer a second serves all.
        if ($this->isAsked) {
            $this->isAsked = false;
            $this->publishUsers();
        }
        if ($this->presence->removeSilentProcesses()) {
            // The last news of that process may be missing.
            $this->chat->catchUp();
            $this->endedSessions->requestCheck();
        }
        $this->endedSessions->check();
    }

    private function receive(string $process, News $news, mixed $content): void
    {
        if (! $this->presence->markAlive($process) && $news !== News::Users) {
            $this->link->publish(News::Who, $process); // its users are not known: it is new, or it stood still for long
        }
        match ($news) {
            News::Stored => $this->chat->storedMessages->receive(
                array_values(array_map(EncodedMessage::fromJson(...), $content)),
            ),
            News::Changed => $this->chat->changes->catchUp(),
            News::Joined => $this->presence->joined($process, ...$content),
            News::Left => $this->receiveLeft($process, $content),
            News::Typing => $this->receiveTyping($content),
            News::Ended => $this->endedSessions->receive($content),
            News::Here => $this->compareWith($process, ...$content),
            News::Who => $this->receiveWho($content),
            News::Users => $this->presence->replaceUsers($process, $content),
        };
    }

    /** Another process may know of more than this one, or of other users: then news were lost. */
    private function compareWith(string $process, int $lastId, int $rev, int $users): void
    {
        if ($users !== $this->presence->usersOf($process)) {
            $this->link->publish(News::Who, $process);
        }
        [$ownLastId, $ownRev] = $this->chat->position();
        if ($lastId > $ownLastId || $rev > $ownRev) {
            $this->chat->catchUp();
        }
    }

    /** @param  ?string  $process  null: a process that was cut off asks all, since it has missed news and its own was lost */
    private function receiveWho(?string $process): void
    {
        $this->isAsked = $this->isAsked || in_array($process, [null, $this->link->process], true);
        $process === null && $this->endedSessions->requestCheck();
    }

    private function receiveLeft(string $process, string $userId): void
    {
        $this->presence->left($process, $userId);
        // The user may type at a third process, or here.
        $this->chat->presence->find($userId) === null && $this->chat->typing->stop($userId);
    }

    private function receiveTyping(string $userId): void
    {
        $user = $this->chat->presence->find($userId);
        $user === null || $this->chat->typing->add($user);
    }
}
