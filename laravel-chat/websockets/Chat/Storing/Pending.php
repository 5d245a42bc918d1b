<?php

declare(strict_types=1);

namespace WebSockets\Chat\Storing;

use App\Chat\NewMessage;
use ChannelServer\Pusher\Client;

/** A message that waits for the store, or a question whether it is there already, and whom to answer. */
final class Pending
{
    /** Whether its sender was told that the store is away; the store may still have it later. */
    public bool $givenUp = false;

    /** @var list<Client> clients that repeated this clientId while it was being stored; they get the same answer */
    public array $repeats = [];

    /**
     * @param  object  $sender  handed back with the answer
     * @param  float  $since  seconds of the loop's clock
     * @param  bool  $lookUp  nothing is stored: the answer is the message under its clientId, or a refusal
     */
    public function __construct(
        public readonly NewMessage $message,
        public readonly object $sender,
        public readonly float $since,
        public readonly bool $lookUp = false,
    ) {
    }
}
