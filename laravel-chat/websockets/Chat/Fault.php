<?php

declare(strict_types=1);

namespace WebSockets\Chat;

use InvalidArgumentException;
use WebSockets\Pusher\Client;

/**
 * Breaks one delivery in N on purpose, so that a measurement can show that it would notice. A delivery is one message to one
 * receiver: it is lost, doubled, or changes places with the next one of that receiver. Only for the lab (CHAT_LAB=1).
 */
final class Fault
{
    private int $deliveries = 0;

    /** @var array<int, StoredMessage> messages that change places with the receiver's next one, by client object id */
    private array $held = [];

    private function __construct(private readonly string $kind, private readonly int $every)
    {
    }

    /** @param  string  $text drop:N, double:N or swap:N */
    public static function fromText(string $text): self
    {
        if (preg_match('/^(drop|double|swap):([1-9]\d{0,8})$/D', $text, $parts) !== 1) {
            throw new InvalidArgumentException("CHAT_FAULT is \"{$text}\": it must be drop:N, double:N or swap:N.");
        }

        return new self($parts[1], (int) $parts[2]);
    }

    /**
     * @param  string  $frame the messages as everybody gets them
     * @param  list<StoredMessage>  $messages
     * @param  callable(list<StoredMessage>): string  $encode makes a frame of other messages
     */
    public function deliver(Client $client, string $frame, array $messages, callable $encode): void
    {
        $broken = $this->break($client, $messages);
        if ($broken === $messages) {
            $client->send($frame);
        } elseif ($broken !== []) {
            $client->send($encode($broken));
        }
    }

    /**
     * @param  list<StoredMessage>  $messages
     * @return list<StoredMessage> what this receiver gets instead
     */
    private function break(Client $client, array $messages): array
    {
        $id = spl_object_id($client);
        $held = $this->held[$id] ?? null;
        unset($this->held[$id]);
        $out = [];
        foreach ($messages as $message) {
            $broken = ++$this->deliveries % $this->every === 0;
            if ($broken && $this->kind === 'swap' && $held === null) {
                $held = $message;

                continue;
            }
            if (! $broken || $this->kind !== 'drop') {
                $out[] = $message;
            }
            if ($broken && $this->kind === 'double') {
                $out[] = $message;
            }
            if ($held !== null) {
                $out[] = $held;
                $held = null;
            }
        }
        if ($held !== null) {
            $this->held[$id] = $held;
        }

        return $out;
    }
}
