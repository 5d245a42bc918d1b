<?php

declare(strict_types=1);

namespace WebSockets\EventLoop;

use RuntimeException;

/** The kernel refuses what the event loop lives on: it cannot go on. */
final class LoopFailed extends RuntimeException
{
}
