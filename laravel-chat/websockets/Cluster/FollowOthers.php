<?php

declare(strict_types=1);

namespace WebSockets\Cluster;

use React\EventLoop\LoopInterface;
use WebSockets\Chat\Chat;
use WebSockets\Chat\EncodedMessage;
use WebSockets\Chat\News;

/**
 * Follows the other processes. All are alike: the database orders messages, Redis carries news, and each process emits
 * to its own sockets. News may be lost. So each process publishes once a second how far it is, and a process that is
 * behind asks the store for messages, and the other one for its users.
 */
final class FollowOthers
{
    private const BEAT_SECONDS = 1.0;

    /** Whether another process has asked for the users since the last beat: one answer serves all. */
    private bool $isAsked = false;

    private readonly SharedPresence $presence;

    public function __construct(
        private readonly LoopInterface $loop,
        private readonly RedisLink $link,
        private readonly Chat $chat,
    ) {
        $this->presence = new SharedPresence($chat->presence);
    }

    public function start(): void
    {
        $this->link->start($this->receive(...), $this->onConnected(...));
        $this->loop->addPeriodicTimer(self::BEAT_SECONDS, $this->beat(...));
    }

    private function onConnected(): void
    {
        $this->link->publish(News::Up);
        $this->isAsked = true;
        $this->chat->store->askPosition();
        $this->chat->endedSessions->requestCheck();
    }

    /** Called once a second. */
    public function beat(): void
    {
        if (! $this->link->isUp()) {
            $this->chat->store->askPosition();

            return;
        }
        $users = $this->chat->presence->ownUsers();
        if ($this->isAsked) {
            $this->isAsked = false;
            $this->link->publish(News::Users, $users);
        }
        $this->link->publish(News::Here, [...$this->chat->position(), count($users)]);
        if ($this->presence->removeSilentProcesses()) {
            // The last news of that process may be missing.
            $this->chat->store->askPosition();
            $this->chat->endedSessions->requestCheck();
        }
        $this->chat->endedSessions->check();
    }

    private function receive(string $process, News $news, mixed $content): void
    {
        $this->presence->markAlive($process);
        match ($news) {
            News::Stored => $this->chat->storedMessages->receive(
                array_values(array_map(EncodedMessage::fromJson(...), $content)),
            ),
            News::Changed => $this->chat->storedChanges->catchUp(),
            News::Joined => $this->presence->joined($process, ...$content),
            News::Left => $this->receiveLeft($process, $content),
            News::Typing => $this->receiveTyping($content),
            News::Ended => $this->chat->endedSessions->receive($content),
            News::Here => $this->compareWith($process, ...$content),
            News::Who => $this->isAsked = $this->isAsked || $content === $this->link->id,
            News::Up => $this->receiveUp(),
            News::Users => $this->presence->replaceUsers($process, $content),
        };
    }

    /** News was lost if another process knows of more than this one, or of other users. */
    private function compareWith(string $process, int $lastId, int $rev, int $users): void
    {
        if ($users !== count($this->presence->usersOf($process))) {
            $this->link->publish(News::Who, $process);
        }
        [$ownLastId, $ownRev] = $this->chat->position();
        if ($lastId > $ownLastId || $rev > $ownRev) {
            $this->chat->store->askPosition();
        }
    }

    /** That process was cut off: it has missed news, and its own was lost. */
    private function receiveUp(): void
    {
        $this->isAsked = true;
        $this->chat->endedSessions->requestCheck();
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
