<?php

declare(strict_types=1);

namespace WebSockets\Server;

/** The protocol hears what an open connection sends. In all other states that is thrown away. */
enum ConnectionState
{
    case Open;

    /** Nothing more is written. The connection closes when the kernel has everything. */
    case Ending;

    /** Nothing more is written. The peer has a moment to read what was written, and to hang up. */
    case Lingering;

    case Closed;
}
