<?php

declare(strict_types=1);

namespace ChannelServer\Server;

/**
 * Bounds the open connections: all of them, those of one address, and those that have not joined. Anybody can open the
 * last kind: TLS and WebSocket handshakes under way, requests, and sockets without a signed subscription where one is
 * needed. A connection that gets no place may have a spare one, for a single request.
 */
final class Places
{
    // A client that means to join needs less. After that it makes way for the next.
    private const SECONDS_TO_JOIN_IN_A_CROWD = 2;

    private int $taken = 0;

    /** @var array<string, int> */
    private array $byAddress = [];

    /** @var array<int, array{Connection, int}> with the second it came in, by object id, the longest waiting first */
    private array $unjoined = [];

    /** @var array<string, int> */
    private array $unjoinedByAddress = [];

    /** @var array<int, Connection> who makes way in a spare place, by object id, the longest waiting first */
    private array $spare = [];

    /** @var array<int, Connection> who makes way for nobody in a spare place, by object id */
    private array $kept = [];

    /**
     * @param  int  $perAddress  most of one address; 0 for no bound
     * @param  int|null  $unjoinedMax  most that have not joined; null where nobody has to
     * @param  int  $unjoinedPerAddress  most of them of one address; 0 for no bound
     * @param  int  $spareMax  beyond all of these, for a single request each
     */
    public function __construct(
        private readonly int $max,
        private readonly int $perAddress = 0,
        private readonly ?int $unjoinedMax = null,
        private readonly int $unjoinedPerAddress = 0,
        private readonly int $spareMax = 0,
    ) {
    }

    /**
     * Why one more of $address has no place; null where it has one. In a crowd the one that should have joined by now
     * makes way.
     */
    public function refusal(string $address): ?NoPlace
    {
        $address = AddressShare::of($address);
        if ($this->perAddress > 0 && ($this->byAddress[$address] ?? 0) >= $this->perAddress) {
            return NoPlace::ofAddress($this->perAddress);
        }
        if ($this->unjoinedPerAddress > 0 && ($this->unjoinedByAddress[$address] ?? 0) >= $this->unjoinedPerAddress) {
            return NoPlace::notJoinedOfAddress();
        }
        $isFull = $this->taken >= $this->max;
        if (! $isFull && ($this->unjoinedMax === null || count($this->unjoined) < $this->unjoinedMax)) {
            return null;
        }
        [$longest, $since] = reset($this->unjoined) ?: [null, 0];
        if ($longest !== null && Deadlines::now() - $since >= self::SECONDS_TO_JOIN_IN_A_CROWD) {
            $longest->makeWay();

            return null;
        }

        return $isFull ? NoPlace::full($this->max) : NoPlace::notJoined();
    }

    /** Whether there is a spare place: the longest in one of them makes way. */
    public function hasSpare(): bool
    {
        $isFull = count($this->spare) + count($this->kept) >= $this->spareMax;
        if ($isFull && $this->spare !== []) {
            reset($this->spare)->makeWay();

            return true;
        }

        return ! $isFull;
    }

    /** A signed request of this connection is on its way, or no longer: as long as it is, it makes way for nobody. */
    public function stays(Connection $connection, bool $stays): void
    {
        if ($connection->noPlace === null) {
            $this->joined($connection, $stays);
        } elseif ($stays) {
            $id = spl_object_id($connection);
            unset($this->spare[$id]);
            $this->kept[$id] = $connection;
        }
    }

    public function take(Connection $connection): void
    {
        if ($connection->noPlace !== null) {
            $this->spare[spl_object_id($connection)] = $connection;

            return;
        }
        $this->taken++;
        self::count($this->byAddress, $connection, 1);
        $this->joined($connection, false);
    }

    public function leave(Connection $connection): void
    {
        if ($connection->noPlace !== null) {
            $id = spl_object_id($connection);
            unset($this->spare[$id], $this->kept[$id]);

            return;
        }
        $this->taken--;
        self::count($this->byAddress, $connection, -1);
        $this->joined($connection, true);
    }

    /** The peer has shown that it may stay, or no longer. */
    public function joined(Connection $connection, bool $joined): void
    {
        $id = spl_object_id($connection);
        if ($this->unjoinedMax === null || $joined !== isset($this->unjoined[$id])) {
            return;
        }
        if ($joined) {
            unset($this->unjoined[$id]);
        } else {
            $this->unjoined[$id] = [$connection, Deadlines::now()];
        }
        self::count($this->unjoinedByAddress, $connection, $joined ? -1 : 1);
    }

    /** @param  array<string, int>  $counts */
    private static function count(array &$counts, Connection $connection, int $change): void
    {
        $address = AddressShare::of($connection->address);
        $counts[$address] = ($counts[$address] ?? 0) + $change;
        if ($counts[$address] === 0) {
            unset($counts[$address]);
        }
    }
}
