<?php

declare(strict_types=1);

namespace WebSockets\Chat;

/** What this process tells the other processes of the chat. News may be lost: nothing depends on one that arrives. */
interface Bus
{
    /**
     * @param  string  $what  `stored`, `changed`, `joined`, `left`, `typing` or `ended`: WebSockets\Cluster\Cluster hears
     * @param  mixed  $news  becomes JSON
     */
    public function publish(string $what, mixed $news = null): void;
}
