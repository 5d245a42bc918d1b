<?php

declare(strict_types=1);

namespace WebSockets\Chat;

/** A message on its way to everybody: its id, and itself as JSON, encoded once. */
final class StoredMessage
{
    /** @param  float  $since when it reached the loop, in seconds of the loop's clock */
    public function __construct(public readonly int $id, public readonly string $json, public readonly float $since)
    {
    }
}
