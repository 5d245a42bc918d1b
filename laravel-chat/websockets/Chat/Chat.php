<?php

declare(strict_types=1);

namespace WebSockets\Chat;

use App\Chat\NewMessage;
use App\ChatError;
use ChannelServer\Pusher\Client;
use ChannelServer\Pusher\Incoming;
use ChannelServer\Pusher\Outgoing;
use WebSockets\Chat\Storing\Pending;
use WebSockets\Chat\Storing\StoreListener;
use WebSockets\Chat\Storing\StoreQueue;

/** A message's way: checked, allowed, stored, acknowledged to its sender, told to everybody. */
final class Chat implements StoreListener
{
    // 4 x `textMax` of the contract
    private const LONGEST_TEXT_BYTES = 8000;

    public StoreQueue $queue;

    public InOrder $inOrder;

    public Changes $changes;

    private readonly Recent $recent;

    /** @var array<string, Pending> by user and clientId: what the store has not answered yet */
    private array $underWay = [];

    /** @var array<string, true> users for whom an old message is looked up: one at a time */
    private array $lookingUp = [];

    public function __construct(
        private readonly ChatChannel $channel,
        private readonly Allowances $allowances,
        private readonly Figures $figures,
        public readonly string $clientMessage,
        private readonly string $messages,
        private readonly string $changed,
        private readonly string $ack,
        private readonly int $maxDepth,
    ) {
        $this->recent = new Recent;
        $channel->chat = $this;
    }

    public function lastId(): int
    {
        return $this->inOrder->lastId();
    }

    public function rev(): int
    {
        return $this->changes->rev();
    }

    /** A client's message. */
    public function receive(Client $from, OnlineUser $user, Incoming $event): void
    {
        $data = $event->object();
        try {
            $message = ClientMessage::read($data, $this->maxDepth);
        } catch (ChatError $error) {
            $this->refuse($from, $data->clientId ?? null, $error);

            return;
        }
        $clientId = $message->clientId;
        $known = $this->recent->find($user->id, $clientId);
        if ($known !== null) {
            $from->repeat($this->acknowledgement($clientId, $known));

            return;
        }
        $underWay = $this->underWay[self::key($user->id, $clientId)] ?? null;
        if ($underWay !== null) {
            // By the time of the answer any number of repeats could wait for it: each pays for the longest text until then.
            $from->charge(self::LONGEST_TEXT_BYTES);
            $underWay->repeats[] = $from;
        } elseif ($this->allowances->take($user->id)) {
            $this->add(new NewMessage($user->id, $user->name, $message->text, $clientId), $from);
        } elseif (isset($this->lookingUp[$user->id])) {
            $this->refuse($from, $clientId, ChatError::of('too_many_messages'));
        } else {
            // A repeated clientId costs nothing, so it is answered by an empty bucket too, however old its message is.
            $this->lookingUp[$user->id] = true;
            $this->add(new NewMessage($user->id, $user->name, '', $clientId), $from, lookUp: true);
        }
    }

    private function add(NewMessage $message, Client $from, bool $lookUp = false): void
    {
        $pending = new Pending($message, $from, hrtime(true) * 1e-9, $lookUp);
        $this->underWay[self::key($message->userId, $message->clientId)] = $pending;
        $this->queue->add($pending);
    }

    private static function key(string $userId, string $clientId): string
    {
        return "{$userId} {$clientId}";
    }

    /**
     * An event that an HTTP worker published.
     *
     * @return bool whether it was one of the chat's own
     */
    public function published(string $event, string $data): bool
    {
        if ($event === $this->changed) {
            $this->changes->heard();

            return true;
        }
        if ($event !== $this->messages) {
            return false;
        }
        $list = json_decode($data)->messages ?? null;
        $now = hrtime(true) * 1e-9;
        $news = [];
        foreach (is_array($list) ? $list : [] as $message) {
            if (! is_int($message->id ?? null) || ! is_string($message->user->id ?? null) || ! is_string($message->clientId ?? null)
                || ! $this->inOrder->isNews($message->id)) {
                continue;
            }
            $json = (string) json_encode($message, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE);
            // A worker may publish after the loop has read a change of the same message: the change is newer.
            if ($this->recent->find($message->user->id, $message->clientId) === null) {
                $this->recent->keep($message->user->id, $message->clientId, $json);
            }
            $this->channel->typing->stop($message->user->id);
            $news[] = new StoredMessage($message->id, $json, $now);
        }
        $this->inOrder->add($news);

        return true;
    }

    public function ready(int $lastId, int $rev): void
    {
        $this->inOrder->storeIsAt($lastId);
        $this->changes->storeIsAt($rev);
        $this->channel->welcomeAll();
    }

    public function found(?array $messages): void
    {
        if ($messages === null) {
            $this->inOrder->found(null);

            return;
        }
        foreach ($messages as [$id, $json]) {
            if ($this->inOrder->isNews($id)) {
                $this->channel->typing->stop($this->keep($json));
            }
        }
        $now = hrtime(true) * 1e-9;
        $this->inOrder->found(array_map(
            static fn (array $one): StoredMessage => new StoredMessage($one[0], $one[1], $now), $messages,
        ));
    }

    public function foundChanges(?array $changes): void
    {
        foreach ($changes ?? [] as [, $json]) {
            $this->keep($json);
        }
        $this->changes->found($changes);
    }

    /**
     * Tells everybody what was changed.
     *
     * @param  non-empty-list<string>  $messages  as JSON, in the order of their revisions
     */
    public function tellChanges(int $after, array $messages): void
    {
        $text = '{"after":'.$after.',"messages":['.implode(',', $messages).']}';
        $this->channel->deliver(Outgoing::withText($this->changed, $text, $this->channel->name));
    }

    /** @return string the id of the message's user */
    private function keep(string $json): string
    {
        $message = json_decode($json);
        $this->recent->keep($message->user->id, $message->clientId, $json);

        return $message->user->id;
    }

    public function stored(array $batch, float $seconds): void
    {
        $new = [];
        $inserted = false;
        foreach ($batch as [$pending, $stored]) {
            $message = $pending->message;
            $inserted = $inserted || ! $pending->lookUp;
            $this->recent->keep($message->userId, $message->clientId, $stored->json);
            $this->isAnswered($pending);
            if ($stored->isNew) {
                $this->channel->typing->stop($message->userId);
                $this->figures->stored++;
            } else {
                $this->costsNothing($pending);
            }
            // Those stored before go along where nobody was told of them yet.
            $new[] = new StoredMessage($stored->id, $stored->json, $pending->since);
            if (! $pending->givenUp && $pending->sender instanceof Client) {
                $ack = $this->acknowledgement($message->clientId, $stored->json);
                $stored->isNew ? $pending->sender->send($ack) : $pending->sender->repeat($ack);
                foreach ($pending->repeats as $client) {
                    $client->charge(-self::LONGEST_TEXT_BYTES);
                    $client->repeat($ack);
                }
            }
        }
        if ($inserted) {
            $this->figures->insertSeconds->observe($seconds);
        }
        $this->inOrder->add($new);
    }

    public function refused(Pending $pending): void
    {
        $this->costsNothing($pending);
        $this->refuseAll($pending, $pending->lookUp ? ChatError::of('too_many_messages') : ChatError::internal());
    }

    public function unavailable(Pending $pending): void
    {
        $this->costsNothing($pending);
        $this->refuseAll($pending, ChatError::storeUnavailable());
    }

    private function refuseAll(Pending $pending, ChatError $error): void
    {
        $this->isAnswered($pending);
        foreach ($pending->repeats as $client) {
            $client->charge(-self::LONGEST_TEXT_BYTES);
        }
        foreach ([$pending->sender, ...$pending->repeats] as $client) {
            if ($client instanceof Client) {
                $this->refuse($client, $pending->message->clientId, $error);
            }
        }
    }

    /** A message that was given up may be stored later, while a retry of its clientId waits: the retry stays under way. */
    private function isAnswered(Pending $pending): void
    {
        $key = self::key($pending->message->userId, $pending->message->clientId);
        if (($this->underWay[$key] ?? null) === $pending) {
            unset($this->underWay[$key]);
        }
    }

    /** A message refused, or a repeated one: what was taken for it is given back. */
    private function costsNothing(Pending $pending): void
    {
        if ($pending->lookUp) {
            unset($this->lookingUp[$pending->message->userId]);
        } else {
            $this->allowances->giveBack($pending->message->userId);
        }
    }

    private function acknowledgement(string $clientId, string $message): string
    {
        $text = '{"clientId":"'.$clientId.'","ok":true,"message":'.$message.'}';

        return Outgoing::withText($this->ack, $text, $this->channel->name);
    }

    private function refuse(Client $to, mixed $clientId, ChatError $error): void
    {
        $this->figures->failed($error->errorCode);
        $answer = ['clientId' => ClientMessage::echoOf($clientId), 'ok' => false, 'error' => $error->toArray()];
        $frame = Outgoing::event($this->ack, $answer, $this->channel->name);
        // What the server is to blame for costs its client nothing.
        $error->status() < 500 ? $to->refuse($frame) : $to->send($frame);
    }
}
