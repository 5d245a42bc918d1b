<?php

declare(strict_types=1);

namespace App\Chat;

use Closure;
use Throwable;

/**
 * What sending asks of a store: at once in a worker, later in an event loop.
 *
 * @template M of object  a stored message
 */
interface MessageWriter
{
    /** @param  Closure(Sent<M>|Throwable): void  $done  called once: after the commit, before anybody else is told */
    public function append(NewMessage $new, Closure $done): void;
}
