<?php

declare(strict_types=1);

namespace WebSockets\Chat;

/**
 * Publishes news for the other processes of the chat. News may be lost: every 3 s each process says how far it is, and
 * a process that is behind asks for what it missed.
 */
interface Link
{
    /** @param  mixed  $content  becomes JSON */
    public function publish(News $news, mixed $content = null): void;
}
