<?php

declare(strict_types=1);

namespace WebSockets;

use WebSockets\Lab\LabSettings;

/** What the chat upon the Pusher server is told. */
final class ChatSettings
{
    /**
     * @param  list<string>  $storeCommand  starts the storing process
     * @param  bool  $gathering  false sends every message as an event of its own (the lab's baseline)
     * @param  LabSettings|null  $lab  null: no lab calls
     */
    public function __construct(
        public readonly array $storeCommand = [],
        public readonly bool $rateLimits = true,
        public readonly bool $gathering = true,
        public readonly ?LabSettings $lab = null,
    ) {
    }
}
