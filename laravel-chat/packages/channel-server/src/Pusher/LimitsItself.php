<?php

declare(strict_types=1);

namespace ChannelServer\Pusher;

/** A channel that answers client events by rules of its own, their rate included. */
interface LimitsItself
{
}
