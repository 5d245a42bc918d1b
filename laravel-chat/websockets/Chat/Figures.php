<?php

declare(strict_types=1);

namespace WebSockets\Chat;

/** The loop's counts about the chat. */
final class Figures
{
    public int $messagesStored = 0;

    public int $deliveries = 0;

    public readonly Histogram $windowMessages;

    public readonly Histogram $windowSeconds;

    public readonly Histogram $insertSeconds;

    /** @var array<string, int> by error code */
    public array $errors = [];

    /**
     * @param  array<string, array{type: string, help: string, buckets?: list<float|int>}>  $metrics of contract.json
     */
    public function __construct(array $metrics)
    {
        $this->windowMessages = new Histogram($metrics['chat_window_messages']['buckets'] ?? []);
        $this->windowSeconds = new Histogram($metrics['chat_window_seconds']['buckets'] ?? []);
        $this->insertSeconds = new Histogram($metrics['chat_insert_seconds']['buckets'] ?? []);
    }

    public function failed(string $code): void
    {
        $this->errors[$code] = ($this->errors[$code] ?? 0) + 1;
    }
}
