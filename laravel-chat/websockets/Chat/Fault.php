<?php

declare(strict_types=1);

namespace WebSockets\Chat;

use InvalidArgumentException;
use WebSockets\Pusher\Client;

/**
 * Breaks one delivery in N on purpose, so that a measurement can show that it would notice: a lost one, a doubled one,
 * or two in the wrong order. Only for the lab (CHAT_LAB=1).
 */
final class Fault
{
    private int $deliveries = 0;

    /** @var array<int, string> frames held back, by client object id */
    private array $held = [];

    private function __construct(private readonly string $kind, private readonly int $every)
    {
    }

    /** @param  string  $text drop:N, double:N or swap:N */
    public static function fromText(string $text): self
    {
        if (preg_match('/^(drop|double|swap):([1-9]\d{0,8})$/D', $text, $parts) !== 1) {
            throw new InvalidArgumentException("CHAT_FAULT is \"$text\": it must be drop:N, double:N or swap:N.");
        }

        return new self($parts[1], (int) $parts[2]);
    }

    public function deliver(Client $client, string $frame): void
    {
        $id = spl_object_id($client);
        $held = $this->held[$id] ?? null;
        unset($this->held[$id]);
        $broken = ++$this->deliveries % $this->every === 0;
        if ($broken && $this->kind === 'swap' && $held === null) {
            $this->held[$id] = $frame;

            return;
        }
        if (! ($broken && $this->kind === 'drop')) {
            $client->send($frame);
        }
        if ($broken && $this->kind === 'double') {
            $client->send($frame);
        }
        if ($held !== null) {
            $client->send($held);
        }
    }
}
