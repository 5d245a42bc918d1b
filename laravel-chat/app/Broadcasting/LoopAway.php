<?php

declare(strict_types=1);

namespace App\Broadcasting;

use Illuminate\Broadcasting\BroadcastException;

/** The loop does not run, so there are no sockets. */
final class LoopAway extends BroadcastException
{
}
