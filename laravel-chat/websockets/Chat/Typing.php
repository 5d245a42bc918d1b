<?php

declare(strict_types=1);

namespace WebSockets\Chat;

use App\Clock;
use App\Contract;
use React\EventLoop\LoopInterface;

/**
 * Users who are writing a message. Changes are gathered and told to all by one event; nothing is stored. In a crowd
 * nobody is told, since each change would cost as many writes as there are sockets.
 */
final class Typing
{
    /**
     * @var array<string, array{OnlineUser, float, float}> who began first is first, each with the times in s of their
     *   newest report and of the newest that was published
     */
    private array $typing = [];

    /** @var array{count: int, users: list<array{id: string, name: string}>}|null */
    private ?array $told = ['count' => 0, 'users' => []];

    private readonly Gathering $gathering;

    public function __construct(
        LoopInterface $loop,
        private readonly Audience $audience,
        private readonly Publisher $publisher,
        private readonly Presence $presence,
    ) {
        $this->gathering = new Gathering($loop, $presence->count(...), $this->flush(...));
    }

    /** A socket of this process says that its user writes. */
    public function begin(OnlineUser $user): void
    {
        if ($this->isCrowd()) {
            return;
        }
        $this->add($user);
        [, $now, $publishedAt] = $this->typing[$user->id];
        if ($now - $publishedAt >= Contract::limit('typingPauseSeconds')) {
            $this->typing[$user->id][2] = $now;
            $this->publisher->publish(News::Typing, $user->id);
        }
    }

    /** A user writes, here or at another process. */
    public function add(OnlineUser $user): void
    {
        isset($this->typing[$user->id]) || $this->gathering->changed();
        $this->typing[$user->id] = [$user, Clock::now(), $this->typing[$user->id][2] ?? -INF];
    }

    /** The user's message is told, or the user is gone. */
    public function stop(string $userId): void
    {
        if (isset($this->typing[$userId])) {
            unset($this->typing[$userId]);
            // A page takes the author of a message off its line by itself, so the last event is outdated.
            $this->told = null;
            $this->gathering->changed();
        }
    }

    private function isCrowd(): bool
    {
        return $this->presence->count() > Contract::limit('typingOnlineMax');
    }

    private function flush(): void
    {
        $oldest = Clock::now() - Contract::limit('typingSeconds');
        $isTyping = static fn (array $one): bool => $one[1] > $oldest;
        $this->typing = $this->isCrowd() ? [] : array_filter($this->typing, $isTyping);
        $users = OnlineUser::listOf(array_column($this->typing, 0), (int) Contract::limit('typingListed'));
        $event = ['count' => count($this->typing), 'users' => $users];
        if ($event !== $this->told) {
            $this->audience->emit('typing', $this->told = $event);
        }
        $this->typing === [] || $this->gathering->changed(); // one that has ended is seen after the next window
    }
}
