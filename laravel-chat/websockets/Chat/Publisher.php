<?php

declare(strict_types=1);

namespace WebSockets\Chat;

/** Publishes news to the other processes of the chat, if there are any. News may be lost. */
interface Publisher
{
    /** @param  mixed  $content  becomes JSON */
    public function publish(News $news, mixed $content = null): void;
}
