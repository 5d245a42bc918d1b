<?php

declare(strict_types=1);

namespace App\Chat;

use App\Chat\Limits\Allowances;
use App\ChatError;
use Closure;
use Throwable;

/**
 * Sending: a known clientId is free, then the allowance, then the store. HTTP workers send by it, whose store answers
 * at once, and event loops, whose store answers later.
 *
 * @template M of object  a stored message in the form in which the store hands it over
 *
 * @phpstan-type Done Closure(Sent<M>|Throwable): void
 */
final class SendMessage
{
    /** @var array<string, list<Closure>> by user and clientId: who repeats a message that is on its way to the store */
    private array $sending = [];

    /** @var array<string, true> users for whom an old message is looked up */
    private array $lookingUp = [];

    /** @param  MessageWriter<M>  $messages */
    public function __construct(private readonly MessageWriter $messages, private readonly Allowances $allowances)
    {
    }

    /**
     * @param  Closure(Sent<M>|Throwable): void  $done  called once
     * @return bool $done waits for an answer that another has asked for, and nobody knows its size
     */
    public function handle(NewMessage $new, Closure $done): bool
    {
        $known = $this->messages->known($new);
        if ($known !== null) {
            $done(new Sent($known, false));

            return false;
        }
        if (isset($this->sending[$new->key])) {
            $this->sending[$new->key][] = $done;

            return true;
        }
        $wait = $this->allowances->take($new->userId);
        if ($wait > 0) {
            $this->answerRepeated($new, ChatError::tooMany('too_many_messages', $wait), $done);

            return false;
        }
        $this->sending[$new->key] = [];
        $this->messages->append($new, function (Sent|Throwable $answer) use ($new, $done): void {
            if (! $answer instanceof Sent || ! $answer->isNew) {
                $this->allowances->giveBack($new->userId);
            }
            $this->tell($new, $answer, $done);
        });

        return false;
    }

    /**
     * A user beyond the allowance may still repeat a message, however old it is. One lookup per user at a time: a flood
     * asks the database nothing more.
     */
    private function answerRepeated(NewMessage $new, ChatError $refusal, Closure $done): void
    {
        if (isset($this->lookingUp[$new->userId])) {
            $done($refusal);

            return;
        }
        $this->lookingUp[$new->userId] = true;
        $this->sending[$new->key] = [];
        $this->messages->find($new, function (Sent|Throwable|null $found) use ($new, $refusal, $done): void {
            unset($this->lookingUp[$new->userId]);
            $this->tell($new, $found ?? $refusal, $done);
        });
    }

    /** @param  Sent<M>|Throwable  $answer */
    private function tell(NewMessage $new, Sent|Throwable $answer, Closure $done): void
    {
        $repeats = $this->sending[$new->key];
        unset($this->sending[$new->key]);
        $done($answer);
        foreach ($repeats as $repeat) {
            $repeat($answer instanceof Sent ? new Sent($answer->message, false) : $answer);
        }
    }
}
