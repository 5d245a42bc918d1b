<?php

declare(strict_types=1);

namespace App\Chat;

use App\Chat\Limits\Allowances;
use App\ChatError;
use Closure;
use Throwable;

/**
 * Sending: the limit, then the store. HTTP workers send by it, whose store answers at once, and event loops, whose store
 * answers later. A repeated clientId costs what a message costs, and has the stored message.
 *
 * @template M of object  a stored message in the form in which the store hands it over
 */
final class SendMessage
{
    /** @param  MessageWriter<M>  $messages */
    public function __construct(private readonly MessageWriter $messages, private readonly Allowances $allowances)
    {
    }

    /** @param  Closure(Sent<M>|Throwable): void  $done  called once */
    public function handle(NewMessage $new, Closure $done): void
    {
        try {
            $this->allowances->take($new->userId);
        } catch (ChatError $refusal) {
            $done($refusal);

            return;
        }
        $this->messages->append($new, $done);
    }
}
