<?php

declare(strict_types=1);

namespace WebSockets\Chat;

use App\Chat\Limits\Allowance;
use App\Chat\NewMessage;
use App\Chat\Sent;
use App\ChatError;
use Closure;
use stdClass;

/** App\Chat\SendMessage as the loop needs it: checks fields and limit, then queues the message, and does not wait. */
final class SendMessageAsync
{
    public function __construct(private readonly Allowance $allowance, private readonly StoreQueue $queue)
    {
    }

    /**
     * @param  ?stdClass  $input  text, clientId, replyTo, as they were sent
     * @param  Closure(Sent<EncodedMessage>|ChatError): void  $done  called after the commit, before the broadcast
     */
    public function __invoke(OnlineUser $user, ?stdClass $input, Closure $done): void
    {
        try {
            if ($input === null) {
                throw ChatError::of('bad_json');
            }
            $new = NewMessage::fromInput($user->id, $user->name, (array) $input);
            $this->allowance->take($user->id);
        } catch (ChatError $error) {
            $done($error);

            return;
        }
        $this->queue->push($new, $done);
    }
}
