<?php

declare(strict_types=1);

namespace App\Store;

use Illuminate\Database\ConnectionInterface;
use Illuminate\Database\Query\Builder;
use Illuminate\Support\InteractsWithTime;
use SessionHandlerInterface;
use stdClass;

/** Sessions in the table `sessions`, written when they begin or change, not on every request: they end a fixed time after that beginning. */
final class ChatSessionHandler implements SessionHandlerInterface
{
    use InteractsWithTime;

    /** @var array<string, stdClass> the rows that this request has read, by id */
    private array $read = [];

    /** Whether this request has begun a session, whose cookie the client needs. */
    public bool $hasBegun = false;

    /**
     * @param  int  $minutes  after which a session ends, however active
     */
    public function __construct(
        private readonly ConnectionInterface $db,
        private readonly string $table,
        private readonly int $minutes,
    ) {
    }

    public function open(string $path, string $name): bool
    {
        return true;
    }

    public function close(): bool
    {
        return true;
    }

    public function read(string $id): string
    {
        $row = $this->db->table($this->table)->where('id', $id)->first(['payload', 'last_activity']);
        if (! $row instanceof stdClass || (int) $row->last_activity < $this->currentTime() - 60 * $this->minutes) {
            return '';
        }
        $this->read[$id] = $row;

        return $row->payload;
    }

    public function write(string $id, string $data): bool
    {
        $row = $this->read[$id] ?? null;
        if ($row !== null && $row->payload === $data) {
            return true;
        }
        $values = ['payload' => $data, 'user_id' => $this->userId($data)];
        if ($row === null) {
            $this->db->table($this->table)->insert(['id' => $id, 'last_activity' => $this->currentTime()] + $values);
            $this->hasBegun = true;
        } else {
            // Not an upsert: a session that a logout has ended meanwhile stays ended.
            $this->db->table($this->table)->where('id', $id)->update($values);
        }

        return true;
    }

    public function destroy(string $id): bool
    {
        $this->db->table($this->table)->where('id', $id)->delete();
        unset($this->read[$id]);

        return true;
    }

    public function gc(int $max_lifetime): int
    {
        return StaleRows::delete($this->db, $this->table, fn (Builder $old) => $old->where('last_activity', '<', $this->currentTime() - $max_lifetime));
    }

    /** The user as the guard keeps them in the session, in a column of its own for who looks after the table. */
    private function userId(string $data): ?int
    {
        return preg_match('/"login_web_[0-9a-f]+":"?(\d+)/', $data, $found) === 1 ? (int) $found[1] : null;
    }
}
