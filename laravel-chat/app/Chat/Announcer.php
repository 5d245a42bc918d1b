<?php

declare(strict_types=1);

namespace App\Chat;

/** Tells everybody what is stored, and fails nobody: it is stored whether or not anybody can be told. */
interface Announcer
{
    /** Clients that miss it ask after their last id. */
    public function sent(Message $message): void;

    /** The loop asks the store again, and clients after the revision they know. */
    public function changed(Message $message): void;
}
