<?php

declare(strict_types=1);

namespace WebSockets\Chat;

use App\Chat\Limits\Allowance;
use App\Chat\NewMessage;
use App\Chat\Sent;
use App\ChatError;
use Closure;
use stdClass;

/** Sending on the loop: checks the fields and the limit, then queues the message to be stored. */
final class SendMessage
{
    public function __construct(private readonly Allowance $allowance, private readonly StoreQueue $queue)
    {
    }

    /**
     * @param  ?stdClass  $input  text, clientId, replyTo, as they were sent
     * @param  Closure(Sent<EncodedMessage>|ChatError): void  $done  called after the commit, before the broadcast
     */
    public function send(OnlineUser $user, ?stdClass $input, Closure $done): void
    {
        try {
            $input ?? throw ChatError::of('bad_json');
            $new = NewMessage::from($user->id, $user->name, (array) $input);
            $this->allowance->take($user->id);
        } catch (ChatError $error) {
            $done($error);

            return;
        }
        $this->queue->push($new, $done);
    }
}
