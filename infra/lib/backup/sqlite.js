import { execFileSync } from 'node:child_process';
import { copyFileSync, rmSync } from 'node:fs';

/** SQLite's own way to copy a database in use: one consistent picture. @param {string} from @param {string} to */
export function saveSqlite(from, to) {
  const code =
    'umask(077); (new PDO("sqlite:" . $argv[1]))->exec("VACUUM INTO " . (new PDO("sqlite::memory:"))->quote($argv[2]));';
  execFileSync('php', ['-r', code, '--', from, to], { stdio: 'pipe' });
}

/** The chat must not run. @param {string} from @param {string} to */
export function loadSqlite(from, to) {
  for (const suffix of ['-wal', '-shm']) rmSync(to + suffix, { force: true });
  copyFileSync(from, to);
}
