<?php

declare(strict_types=1);

namespace WebSockets\Pusher;

use App\Chat\Limits\Allowances;
use App\Chat\NewMessage;
use App\Chat\Sent;
use App\ChatError;
use App\Contract;
use Throwable;
use WebSockets\Chat\Figures;
use WebSockets\Chat\OnlineUser;
use WebSockets\Chat\StoredMessage;
use WebSockets\Chat\StoreQueue;

/** Takes each `client-message` by the rules of POST /messages, and answers it by an `ack`. */
final class ClientMessages
{
    private const ECHOED_CLIENT_ID_CHARACTERS = 64;

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
            $data ?? throw ChatError::of('bad_json');
            $new = NewMessage::from($user->id, $user->name, (array) $data);
            $this->allowances->take($user->id);
        } catch (ChatError $error) {
            $this->refuse($from, $data->clientId ?? null, $error);

            return;
        }
        $this->queue->append($new, function (Sent|Throwable $answer) use ($from, $new): void {
            if ($answer instanceof Sent) {
                $this->acknowledge($from, $answer);
            } else {
                $this->refuse(
                    $from, $new->clientId, $answer instanceof ChatError ? $answer : ChatError::of('internal'),
                );
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
        $answer = ['clientId' => self::echoOf($clientId), 'ok' => false, 'error' => $error->toArray()];
        $to->send(Outgoing::event($this->ack, $answer, $this->channel));
    }

    /** The clientId as an acknowledgement repeats it; null where it is no text or too long. */
    private static function echoOf(mixed $clientId): ?string
    {
        return is_string($clientId) && mb_strlen($clientId) <= self::ECHOED_CLIENT_ID_CHARACTERS ? $clientId : null;
    }
}
