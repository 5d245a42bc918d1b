<?php

declare(strict_types=1);

namespace WebSockets\Chat\Storing;

/** The store's answer to one pending message. */
final class Stored
{
    /** @param  string  $json the message, as the contract writes it */
    public function __construct(public readonly int $id, public readonly bool $isNew, public readonly string $json)
    {
    }
}
