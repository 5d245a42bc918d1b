import { hash, randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { keyOf } from './fields.js';

/** Users, sessions and messages in SQLite: one connection, one call at a time. */
const db = new DatabaseSync(process.argv[3] ?? ':memory:');
db.exec(`PRAGMA journal_mode = WAL;
  CREATE TABLE IF NOT EXISTS users (id TEXT PRIMARY KEY, name TEXT, key TEXT UNIQUE, password BLOB);
  CREATE TABLE IF NOT EXISTS sessions (handle TEXT PRIMARY KEY, userId TEXT, expires INTEGER);
  CREATE TABLE IF NOT EXISTS messages (
    id INTEGER PRIMARY KEY, userId TEXT, name TEXT, clientId TEXT, text TEXT, at TEXT, UNIQUE (userId, clientId))`);
// It prepares each statement once, and binds the values of the template.
const sql = db.createTagStore();

const hashOf = (password, salt = randomBytes(16)) => Buffer.concat([salt, scryptSync(password, salt, 32, { N: 4096 })]);
export const userNamed = (name) => sql.get`SELECT id, name FROM users WHERE key = ${keyOf(name)}`;
export const register = (name, password) =>
  sql.get`INSERT INTO users VALUES (hex(randomblob(8)), ${name}, ${keyOf(name)}, ${hashOf(password)})
    RETURNING id, name`;
export function isPassword(user, password) {
  const known = sql.get`SELECT password FROM users WHERE id = ${user.id}`.password;
  return timingSafeEqual(known, hashOf(password, known.subarray(0, 16)));
}

// The database has only the hash of a token, so that a copy of it opens no session.
const handleOf = (token) => hash('sha256', token);
export function beginSession(user, seconds) {
  const token = randomBytes(24).toString('base64url');
  sql.run`INSERT INTO sessions VALUES (${handleOf(token)}, ${user.id}, ${Date.now() + 1000 * seconds})`;
  return token;
}
/** {handle, user} of a token; undefined: it has no session. */
export function sessionOf(token) {
  if (typeof token !== 'string') return undefined;
  const handle = handleOf(token);
  const user = sql.get`SELECT id, name FROM sessions JOIN users ON id = userId
    WHERE handle = ${handle} AND expires > ${Date.now()}`;
  return user && { handle, user };
}
export const endSession = ({ handle }) => sql.run`DELETE FROM sessions WHERE handle = ${handle}`;

const messageOf = ({ userId, name, ...message }) => ({ ...message, user: { id: userId, name } });
/** Stores a message under the next id; a repeated clientId of the user gives the first message. */
export function append(user, text, clientId) {
  const added = sql.get`INSERT INTO messages (userId, name, clientId, text, at)
    VALUES (${user.id}, ${user.name}, ${clientId}, ${text}, ${new Date().toISOString()})
    ON CONFLICT DO NOTHING RETURNING *`;
  const stored = added ?? sql.get`SELECT * FROM messages WHERE userId = ${user.id} AND clientId = ${clientId}`;
  return { message: messageOf(stored), isNew: added !== undefined };
}
export function oldestAfter(id, limit) {
  const rows = sql.all`SELECT * FROM messages WHERE id > ${id} ORDER BY id LIMIT ${limit + 1}`;
  return { messages: rows.slice(0, limit).map(messageOf), more: rows.length > limit };
}
export function newestBefore(id = Number.MAX_SAFE_INTEGER, limit) {
  const rows = sql.all`SELECT * FROM messages WHERE id < ${id} ORDER BY id DESC LIMIT ${limit + 1}`;
  return { messages: rows.slice(0, limit).map(messageOf).reverse(), more: rows.length > limit };
}
export const lastId = () => sql.get`SELECT COALESCE(MAX(id), 0) AS last FROM messages`.last;
