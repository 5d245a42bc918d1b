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

/**
 * @param {string} file
 * @throws {Error} where it is no whole database, or has more than tables and indexes: the chat has no triggers, views or virtual tables
 */
export function checkSqlite(file) {
  const code = `$db = new PDO("sqlite:" . $argv[1]);
    $ask = fn ($sql) => (string) $db->query($sql)->fetchColumn();
    if (($found = $ask("PRAGMA integrity_check(1)")) !== "ok") exit($found);
    $others = "type NOT IN ('table', 'index') OR rootpage = 0"; // a virtual table has no page, however it is written
    if ($ask("SELECT count(*) FROM sqlite_master WHERE $others") !== "0") exit("it has more than tables and indexes");
    if ($ask("SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name IN ('users', 'messages')") !== "2") exit("it lacks the tables of the chat");`;
  let found = 'it is no database';
  try {
    found = execFileSync('php', ['-r', code, '--', file], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  } catch {
    // PDO's own words are a stack trace.
  }
  if (found !== '') throw new Error(`chat.sqlite: ${found.split('\n')[0]}`);
}
