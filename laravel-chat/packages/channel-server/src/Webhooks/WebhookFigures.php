<?php

declare(strict_types=1);

namespace ChannelServer\Webhooks;

/** How many events went to webhooks, and how many did not. */
final class WebhookFigures
{
    public int $told = 0;

    public int $givenUp = 0;

    public int $leftOut = 0;
}
