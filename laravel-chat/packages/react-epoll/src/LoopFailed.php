<?php

declare(strict_types=1);

namespace ReactEpoll;

use RuntimeException;

/** The kernel refuses what the event loop lives on: it cannot go on. */
final class LoopFailed extends RuntimeException
{
}
