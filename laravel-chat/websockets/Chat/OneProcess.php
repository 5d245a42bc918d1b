<?php

declare(strict_types=1);

namespace WebSockets\Chat;

/** The publisher of a chat with one process, which has nobody to publish to. */
final class OneProcess implements Publisher
{
    public function publish(News $news, mixed $content = null): void
    {
    }
}
