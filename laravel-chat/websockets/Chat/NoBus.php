<?php

declare(strict_types=1);

namespace WebSockets\Chat;

/** The chat is this process alone. */
final class NoBus implements Bus
{
    public function publish(string $what, mixed $news = null): void
    {
    }
}
