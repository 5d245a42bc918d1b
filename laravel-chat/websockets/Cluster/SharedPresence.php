<?php

declare(strict_types=1);

namespace WebSockets\Cluster;

use WebSockets\Chat\Presence;

/** The other processes, and the users who have joined at each. The users of a silent process leave. */
final class SharedPresence
{
    private const SILENT_SECONDS = 10;

    /** @var array<string, array<array-key, string>> names of users by their ids, by process */
    private array $users = [];

    /** @var array<string, int> seconds since a process was heard of */
    private array $silence = [];

    public function __construct(private readonly Presence $presence)
    {
    }

    public function usersOf(string $process): int
    {
        return count($this->users[$process] ?? []);
    }

    /** @return bool whether it is known */
    public function markAlive(string $process): bool
    {
        $isKnown = isset($this->silence[$process]);
        $this->silence[$process] = 0;

        return $isKnown;
    }

    /** While Redis was away every process was silent. */
    public function resetSilence(): void
    {
        $this->silence = array_map(static fn (): int => 0, $this->silence);
    }

    /**
     * Called once a second. Seconds are counted, not measured: a process that stood still has missed what the others
     * said meanwhile.
     *
     * @return bool whether a process has fallen silent: its users have left
     */
    public function removeSilentProcesses(): bool
    {
        $isAnySilent = false;
        foreach (array_keys($this->silence) as $process) {
            if (++$this->silence[$process] >= self::SILENT_SECONDS) {
                $this->replaceUsers($process, []);
                unset($this->silence[$process], $this->users[$process]);
                $isAnySilent = true;
            }
        }

        return $isAnySilent;
    }

    public function joined(string $process, string $id, string $name): void
    {
        if (! isset($this->users[$process][$id])) {
            $this->users[$process][$id] = $name;
            $this->presence->joinRemote($id, $name);
        }
    }

    public function left(string $process, string $id): void
    {
        if (isset($this->users[$process][$id])) {
            unset($this->users[$process][$id]);
            $this->presence->leaveRemote($id);
        }
    }

    /** @param  array<array-key, string>  $users  all who have joined there: names by ids */
    public function replaceUsers(string $process, array $users): void
    {
        foreach (array_keys(array_diff_key($this->users[$process] ?? [], $users)) as $id) {
            $this->left($process, (string) $id);
        }
        foreach ($users as $id => $name) {
            $this->joined($process, (string) $id, $name);
        }
    }
}
