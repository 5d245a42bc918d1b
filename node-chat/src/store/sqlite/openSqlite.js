import { existsSync, mkdirSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { openChanges } from './changes.js';
import { openMessages } from './messages.js';
import { openSessions } from './sessions.js';
import { openUsers } from './users.js';

/** @import { Database } from '../database.js' */

// A start waits this long for the lock of a process that is ending.
const LOCK_MS = 2000;
// A statement waits this long for another program, such as a person's sqlite3.
const BUSY_MS = 1000;

const SCHEMA = `
  create table if not exists messages (
    id integer primary key,
    user_id text not null,
    name text not null, -- the user's
    client_id text not null,
    text text, -- null: deleted
    at text not null,
    rev integer, -- of a message that was changed
    reply_to integer, -- the id of an earlier message
    unique (user_id, client_id)
  ) strict;
  create unique index if not exists messages_rev on messages (rev) where rev is not null;
  create table if not exists users (
    id text primary key, name text not null, hash text not null, key text not null unique
  ) strict, without rowid;
  create table if not exists sessions (
    key text primary key, user_id text not null, name text not null, expires integer not null -- ms since 1970
  ) strict, without rowid;
  create table if not exists probe (id integer primary key, bytes blob not null) strict;
`;

/**
 * The embedded store: one SQLite file. A stored message survives kill -9 of this process; a power cut may lose the last
 * moments (synchronous=normal).
 * @param {string} folder created if it is missing
 * @returns {Database}
 * @throws {Error} if another process has the folder, or it contains a chat of an earlier version
 */
export function openSqlite(folder) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (existsSync(`${folder}/messages.db`) && !existsSync(`${folder}/chat.db`)) {
    throw new Error(`${folder} holds a chat in NeDB's files, which this version cannot read: move them away`);
  }
  const release = lock(folder);
  try {
    const db = new DatabaseSync(`${folder}/chat.db`, { timeout: BUSY_MS });
    db.exec('pragma journal_mode=wal; pragma synchronous=normal;');
    db.exec(SCHEMA);
    return {
      messages: openMessages(db),
      changes: openChanges(db),
      users: openUsers(db),
      sessions: openSessions(db),
      checkWritable: createCheck(db),
      async close() {
        db.close();
        release();
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}

/**
 * Keeps a second process out by a lock on a separate file. The database itself is not locked, so that other programs
 * may read it, such as `sqlite3 chat.db .backup`. The kernel releases the lock when the process ends.
 * @param {string} folder
 * @returns {() => void} releases it
 */
function lock(folder) {
  const lockFile = new DatabaseSync(`${folder}/chat.lock`, { timeout: LOCK_MS });
  try {
    lockFile.exec('begin exclusive');
  } catch (cause) {
    lockFile.close();
    throw new Error(
      `${folder} is in use by another process: one process stores. Stop it, or set CHAT_DATA to another folder.`,
      { cause },
    );
  }
  return () => lockFile.close();
}

/** Health writes a row longer than any message, because a full disk still allows reads. @param {DatabaseSync} db */
function createCheck(db) {
  const write = db.prepare('insert or replace into probe values (1, zeroblob(16384))');
  return async () => void write.run();
}
