<?php

declare(strict_types=1);

namespace WebSockets\Cluster;

use WebSockets\Chat\Presence;

/** The other processes, and the users who have joined at each. The users of a silent process leave. */
final class SharedPresence
{
    // A process counts as dead after so many beats without news, one a second: its users leave within 10 s.
    private const SILENT_BEATS = 7;

    /** @var array<string, array<array-key, string>> names of users by their ids, by process */
    private array $users = [];

    /** @var array<string, int> beats since the last news of a process */
    private array $silentBeats = [];

    public function __construct(private readonly Presence $presence)
    {
    }

    /** @return array<array-key, string> names by ids */
    public function usersOf(string $process): array
    {
        return $this->users[$process] ?? [];
    }

    /** Called for all news, first of all. */
    public function markAlive(string $process): void
    {
        $this->silentBeats[$process] = 0;
    }

    /**
     * Called once a second. Beats are counted, not measured: a process that was frozen has missed the others' news.
     *
     * @return bool whether a process has fallen silent: its users have left
     */
    public function removeSilentProcesses(): bool
    {
        $isAnySilent = false;
        foreach (array_keys($this->silentBeats) as $process) {
            if (++$this->silentBeats[$process] >= self::SILENT_BEATS) {
                $this->replaceUsers($process, []);
                unset($this->silentBeats[$process], $this->users[$process]);
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
        foreach (array_keys(array_diff_key($this->usersOf($process), $users)) as $id) {
            $this->left($process, (string) $id);
        }
        foreach ($users as $id => $name) {
            $this->joined($process, (string) $id, $name);
        }
    }
}
