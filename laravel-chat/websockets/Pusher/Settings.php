<?php

declare(strict_types=1);

namespace WebSockets\Pusher;

/** How the protocol is spoken here. */
final class Settings
{
    /**
     * @param  int  $activityTimeout  s of silence after which a client is pinged
     * @param  int  $pongTimeout  s it then has to answer
     * @param  float  $clientEventsPerSecond  per connection, with the same burst; 0 for no limit
     * @param  int  $maxMessageBytes  of one WebSocket message
     * @param  int  $maxSubscriptions  of a connection: a channel of its own costs about 1 KB
     * @param  int  $maxUnjoinedSubscriptions  of one that nothing was signed for, where it must join
     * @param  int  $joinSeconds  s in which a client must hold a signed subscription or have signed in; 0 where it need not
     * @param  float  $bytesPerSecond  that a client may send on a socket; 0 for as many as it likes
     * @param  float  $bytesBurst  that it may send at once
     * @param  float  $frameBytes  that each of its frames is charged beside its own
     */
    public function __construct(
        public readonly int $activityTimeout = 120,
        public readonly int $pongTimeout = 30,
        public readonly float $clientEventsPerSecond = 10.0,
        public readonly int $maxMessageBytes = 65_536,
        public readonly int $maxSubscriptions = 100,
        public readonly int $maxUnjoinedSubscriptions = 10,
        public readonly int $joinSeconds = 0,
        public readonly int $maxPresenceMembers = 100,
        public readonly float $bytesPerSecond = 0.0,
        public readonly float $bytesBurst = 0.0,
        public readonly float $frameBytes = 0.0,
    ) {
    }
}
