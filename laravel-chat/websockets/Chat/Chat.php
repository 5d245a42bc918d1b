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
    public StoreQueue $queue;

    public InOrder $inOrder;

    public Changes $changes;

    private readonly Recent $recent;

    /** @var array<string, true> users for whom an old message is looked up: one at a time, for who floods asks the store nothing more */
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
        if ($this->allowances->take($user->id)) {
            $this->queue->add(new Pending(new NewMessage($user->id, $user->name, $message->text, $clientId), $from, hrtime(true) * 1e-9));
        } elseif (isset($this->lookingUp[$user->id])) {
            $this->refuse($from, $clientId, ChatError::of('too_many_messages'));
        } else {
            // A repeated clientId costs nothing, so it is answered by an empty bucket too, however old its message is.
            $this->lookingUp[$user->id] = true;
            $this->queue->add(new Pending(new NewMessage($user->id, $user->name, '', $clientId), $from, hrtime(true) * 1e-9, lookUp: true));
        }
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
        $ids = [];
        foreach (is_array($list) ? $list : [] as $message) {
            if (is_int($message->id ?? null)) {
                $ids[] = $message->id;
            }
        }
        $this->inOrder->heard($ids);

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
        $this->keep($messages ?? [], endsTyping: true);
        $this->inOrder->found($messages);
    }

    public function foundChanges(?array $changes): void
    {
        $this->keep($changes ?? [], endsTyping: false); // who edits a message may be writing another
        $this->changes->found($changes);
    }

    /**
     * Tells everybody what was changed.
     *
     * @param  non-empty-list<string>  $messages  as JSON, in the order of their revisions
     */
    public function tellChanges(int $after, array $messages): void
    {
        $this->channel->deliver(Outgoing::withText($this->changed, '{"after":'.$after.',"messages":['.implode(',', $messages).']}', $this->channel->name));
    }

    /** @param  list<array{int, string}>  $messages  the JSON of each behind a number */
    private function keep(array $messages, bool $endsTyping): void
    {
        foreach ($messages as [, $json]) {
            $message = json_decode($json);
            $this->recent->keep($message->user->id, $message->clientId, $json);
            $endsTyping && $this->channel->typing->stop($message->user->id);
        }
    }

    public function stored(array $batch, float $seconds): void
    {
        $new = [];
        $inserted = false;
        foreach ($batch as [$pending, $stored]) {
            $message = $pending->message;
            $inserted = $inserted || ! $pending->lookUp;
            $this->recent->keep($message->userId, $message->clientId, $stored->json);
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
        if ($pending->sender instanceof Client) {
            $this->refuse($pending->sender, $pending->message->clientId, $pending->lookUp ? ChatError::of('too_many_messages') : ChatError::internal());
        }
    }

    public function unavailable(Pending $pending): void
    {
        $this->costsNothing($pending);
        if ($pending->sender instanceof Client) {
            $this->refuse($pending->sender, $pending->message->clientId, ChatError::storeUnavailable());
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
        return Outgoing::withText($this->ack, '{"clientId":"'.$clientId.'","ok":true,"message":'.$message.'}', $this->channel->name);
    }

    private function refuse(Client $to, mixed $clientId, ChatError $error): void
    {
        $this->figures->failed($error->errorCode);
        $frame = Outgoing::event($this->ack, ['clientId' => ClientMessage::echoOf($clientId), 'ok' => false, 'error' => $error->toArray()], $this->channel->name);
        // What the server is to blame for costs its client nothing.
        $error->status() < 500 ? $to->refuse($frame) : $to->send($frame);
    }
}
