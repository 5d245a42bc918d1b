<?php

declare(strict_types=1);

namespace WebSockets\Pusher;

use App\Chat\Limits\Allowances;
use App\Chat\Sent;
use App\ChatError;
use App\Contract;
use Throwable;
use WebSockets\Chat\Figures;
use WebSockets\Chat\OnlineUser;
use WebSockets\Chat\StoredMessage;
use WebSockets\Chat\StoreQueue;

/** Takes each `client-message`, and answers it by an `ack`. */
final class ClientMessages
{
    private readonly string $channel;

    private readonly string $ack;

    public function __construct(
        private readonly Allowances $allowances,
        private readonly StoreQueue $queue,
        private readonly Figures $figures,
        Contract $contract,
    ) {
        $this->channel = $contract->channel();
        $this->ack = $contract->event('ack');
    }

    public function receive(Client $from, OnlineUser $user, Incoming $event): void
    {
        $data = $event->object();
        try {
            $new = ClientMessage::read($data, $user->id, $user->name);
            $this->allowances->take($user->id);
        } catch (ChatError $error) {
            $this->refuse($from, $data->clientId ?? null, $error);

            return;
        }
        $this->queue->append($new, function (Sent|Throwable $answer) use ($from, $new): void {
            if ($answer instanceof Sent) {
                $this->acknowledge($from, $answer);
            } else {
                $this->refuse($from, $new->clientId, $answer instanceof ChatError ? $answer : ChatError::internal());
            }
        });
    }

    /** @param  Sent<StoredMessage>  $sent */
    private function acknowledge(Client $to, Sent $sent): void
    {
        $text = '{"clientId":"'.$sent->message->clientId.'","ok":true,"message":'.$sent->message->json.'}';
        $to->send(Outgoing::withText($this->ack, $text, $this->channel));
    }

    private function refuse(Client $to, mixed $clientId, ChatError $error): void
    {
        $this->figures->failed($error->errorCode);
        $answer = ['clientId' => ClientMessage::echoOf($clientId), 'ok' => false, 'error' => $error->toArray()];
        $to->send(Outgoing::event($this->ack, $answer, $this->channel));
    }
}
