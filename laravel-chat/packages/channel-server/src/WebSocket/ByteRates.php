<?php

declare(strict_types=1);

namespace ChannelServer\WebSocket;

/** How many bytes a client may send on a socket, once it has joined and before, and what is charged for what it causes. */
final class ByteRates
{
    public readonly float $unjoinedPerSecond;

    public readonly float $unjoinedBurst;

    /**
     * @param  float  $frame  what a frame is charged beside its bytes: a ping of 6 bytes is as much work as some hundred bytes of text
     * @param  float  $refused  what is charged for an event that is refused
     * @param  float|null  $unjoinedBurst  null where nobody has to join
     * @param  float  $unjoinedSeconds  in which that is there again
     * @param  float  $waitSeconds  most that one event makes its sender wait for what it causes at others: shorter than
     *   any client, or this server, waits for a pong
     */
    public function __construct(
        public readonly float $perSecond,
        public readonly float $burst,
        public readonly float $frame = 0.0,
        public readonly float $refused = 0.0,
        ?float $unjoinedBurst = null,
        float $unjoinedSeconds = 1.0,
        private readonly float $waitSeconds = 20.0,
    ) {
        $this->unjoinedBurst = $unjoinedBurst ?? $burst;
        $this->unjoinedPerSecond = $unjoinedBurst === null ? $perSecond : $unjoinedBurst / $unjoinedSeconds;
    }

    /** What an event costs its sender that makes the server send $bytes to others. */
    public function costOf(float $bytes): float
    {
        return min($bytes, $this->perSecond * $this->waitSeconds);
    }
}
