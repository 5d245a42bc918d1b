<?php

declare(strict_types=1);

namespace ChannelServer\Pusher;

use ChannelServer\WebSocket\ByteRates;

/** How the protocol is spoken here. */
final class Settings
{
    /**
     * @param  int  $activityTimeout  s of silence after which a client is pinged
     * @param  int  $pongTimeout  s it then has to answer
     * @param  float  $clientEventsPerSecond  per connection, with the same burst; 0 for no limit
     * @param  int  $maxMessageBytes  of one WebSocket message
     * @param  int  $maxMessageMembers  of an event, in all its objects: what PHP's hash tables can be made slow with
     * @param  int  $maxSubscriptions  of a connection: a channel of its own costs about 1 KB
     * @param  int  $maxUnjoinedSubscriptions  of one that nothing was signed for, where it must join
     * @param  int  $joinSeconds  s in which a client must hold a signed subscription or have signed in; 0 where it need not
     * @param  int  $shutdownCode  what clients are closed with at a shutdown: 4200-4299 has them back at once, 4100-4199 after a second
     * @param  ByteRates|null  $byteRates  of what a client may send on a socket; null for as much as it likes
     */
    public function __construct(
        public readonly int $activityTimeout = 120,
        public readonly int $pongTimeout = 30,
        public readonly float $clientEventsPerSecond = 10.0,
        public readonly int $maxMessageBytes = 65_536,
        public readonly int $maxMessageMembers = 256,
        public readonly int $maxSubscriptions = 100,
        public readonly int $maxUnjoinedSubscriptions = 10,
        public readonly int $joinSeconds = 0,
        public readonly int $maxPresenceMembers = 100,
        public readonly ?ByteRates $byteRates = null,
        public readonly int $shutdownCode = ErrorCode::RECONNECT,
    ) {
    }
}
