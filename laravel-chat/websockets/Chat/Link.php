<?php

declare(strict_types=1);

namespace WebSockets\Chat;

/** Publishes news for the other processes of the chat. News may be lost: `here` shows it, and then all is told. */
interface Link
{
    /**
     * @param  string  $what  `stored`, `changed`, `joined`, `left`, `typing`, `ended`, and the Cluster's own
     * @param  mixed  $news  becomes JSON
     */
    public function publish(string $what, mixed $news = null): void;
}
