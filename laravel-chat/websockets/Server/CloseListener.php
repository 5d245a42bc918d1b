<?php

declare(strict_types=1);

namespace WebSockets\Server;

/** A protocol that wants to know of the end of its connection. */
interface CloseListener
{
    /** The connection is gone; called once, in a later turn of the loop than the closing itself. */
    public function onClose(): void;
}
