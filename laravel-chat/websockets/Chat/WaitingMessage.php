<?php

declare(strict_types=1);

namespace WebSockets\Chat;

use App\Chat\NewMessage;
use App\Chat\Sent;
use App\ChatError;
use Closure;

/** A message that waits for the store, and whom to answer. */
final class WaitingMessage
{
    /**
     * @param  ?Closure  $done  null once it is answered; the store may still have the message later
     * @param  float  $since  seconds of the Clock
     */
    public function __construct(
        public readonly NewMessage $message,
        private ?Closure $done,
        public readonly float $since,
    ) {
    }

    public function isAnswered(): bool
    {
        return $this->done === null;
    }

    /** @param  Sent<EncodedMessage>|ChatError  $answer */
    public function answer(Sent|ChatError $answer): void
    {
        $done = $this->done;
        $this->done = null;
        if ($done !== null) {
            $done($answer);
        }
    }
}
