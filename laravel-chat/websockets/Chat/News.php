<?php

declare(strict_types=1);

namespace WebSockets\Chat;

/**
 * The news that the processes of one chat publish to each other: docs/scaling.md says when, and what the others do.
 * News may be lost.
 */
enum News: string
{
    case Stored = 'stored';

    case Changed = 'changed';

    case Joined = 'joined';

    case Left = 'left';

    case Typing = 'typing';

    case Ended = 'ended';

    case Here = 'here';

    case Who = 'who';

    case Users = 'users';

    case Up = 'up';
}
