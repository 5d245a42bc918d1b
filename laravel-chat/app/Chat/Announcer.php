<?php

declare(strict_types=1);

namespace App\Chat;

/** Announces a message that was stored or changed to the server of the sockets. */
interface Announcer
{
    /** Never throws, since the message is stored: a client that misses it asks after the last id or revision. */
    public function announce(Message $message): void;
}
