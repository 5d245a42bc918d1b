<?php

declare(strict_types=1);

namespace App\Chat;

/** Tells everybody what is stored. A failure is logged and never thrown: the message is stored all the same. */
interface Announcer
{
    /** Clients that miss it ask after their last id. */
    public function sent(Message $message): void;

    /** The loop asks the store again, and clients after the revision they know. */
    public function changed(Message $message): void;
}
