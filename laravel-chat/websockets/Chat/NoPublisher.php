<?php

declare(strict_types=1);

namespace WebSockets\Chat;

/** Of a process that is alone. */
final class NoPublisher implements Publisher
{
    public function publish(News $news, mixed $content = null): void
    {
    }
}
