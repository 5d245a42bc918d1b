<?php

declare(strict_types=1);

namespace WebSockets\Chat;

use App\Chat\Limits\LocalAllowance;
use App\Chat\Limits\Unlimited;
use App\Contract;
use React\EventLoop\LoopInterface;

/** The chat on the loop, put together. It knows what is told to everybody, and not on which wire. */
final class Chat
{
    public readonly Metrics $metrics;

    public readonly Presence $presence;

    public readonly Typing $typing;

    public readonly SendMessage $sendMessage;

    public readonly Changes $changes;

    /**
     * @param  ?Link  $link  null: this process is alone
     * @param  bool  $isLimited  whether the messages of a user are counted
     * @param  bool  $messageWindow  whether messages of one window share an event
     */
    public function __construct(
        LoopInterface $loop,
        public readonly AsyncStore $store,
        Audience $audience,
        ?Link $link,
        bool $isLimited,
        bool $messageWindow,
    ) {
        $contract = Contract::load();
        $allowance = $isLimited ? new LocalAllowance('messages') : new Unlimited;
        $this->metrics = new Metrics($loop);
        $this->presence = new Presence($loop, $audience, $link);
        $this->typing = new Typing($loop, $audience, $link, $this->presence);
        $this->sendMessage = new SendMessage(
            $loop, $store, $audience, $link, $allowance, $this->typing, $this->metrics, $messageWindow,
        );
        $this->changes = new Changes($loop, $store, $audience, $link, $contract->window('maxMs') / 1000);
    }
}
