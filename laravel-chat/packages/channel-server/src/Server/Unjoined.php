<?php

declare(strict_types=1);

namespace ChannelServer\Server;

/**
 * The connections whose peer has not shown yet that it may stay: TLS and WebSocket handshakes under way, requests, sockets that have
 * not joined. Anybody can open them, so each address has a share, and a part of the room is never theirs.
 */
final class Unjoined
{
    // Long enough for a client that means to join: who has had it makes way for the next.
    private const SECONDS_TO_JOIN_IN_A_CROWD = 2;

    /** @var array<int, array{Connection, string, int}> connection, address, second it came in; by object id, the longest waiting first */
    private array $waiting = [];

    /** @var array<string, int> */
    private array $byAddress = [];

    /**
     * @param  int  $max  of all addresses together
     * @param  int  $perAddressMax  0 for no share
     */
    public function __construct(private readonly int $max, private readonly int $perAddressMax = 0)
    {
    }

    /** Whether one of this address has used up its share. */
    public function shareIsTaken(string $address): bool
    {
        return $this->perAddressMax > 0 && ($this->byAddress[AddressShare::of($address)] ?? 0) >= $this->perAddressMax;
    }

    public function isFull(): bool
    {
        return count($this->waiting) >= $this->max;
    }

    /** Who has waited longest, where that was long enough to join. */
    public function overdue(): ?Connection
    {
        foreach ($this->waiting as [$connection, , $since]) {
            return Deadlines::now() - $since >= self::SECONDS_TO_JOIN_IN_A_CROWD ? $connection : null;
        }

        return null;
    }

    public function add(Connection $connection, string $address): void
    {
        $share = AddressShare::of($address);
        $this->waiting[spl_object_id($connection)] = [$connection, $share, Deadlines::now()];
        $this->byAddress[$share] = ($this->byAddress[$share] ?? 0) + 1;
    }

    /** It joined, or is gone. */
    public function remove(Connection $connection): void
    {
        $id = spl_object_id($connection);
        $share = $this->waiting[$id][1] ?? null;
        if ($share !== null) {
            unset($this->waiting[$id]);
            if (--$this->byAddress[$share] === 0) {
                unset($this->byAddress[$share]);
            }
        }
    }
}
