import { createHash, randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { keyOf } from './fields.js';

const MESSAGES = `SELECT m.id, m.text, m.at, m.client_id AS clientId, u.id AS userId, u.name
  FROM messages m JOIN users u ON u.id = m.user_id`;
const handleOf = (token) => createHash('sha256').update(String(token)).digest('hex');
const hashOf = (password, salt) => Buffer.concat([salt, scryptSync(password, salt, 32, { N: 4096 })]);
const userOf = ({ id, name }) => ({ id: String(id), name });
const messageOf = ({ id, text, at, clientId, userId, name }) => ({
  ...{ id, user: { id: String(userId), name }, text, at, clientId },
});

/** Users, sessions and messages in SQLite: one connection, one call at a time. */
export function openStore(file) {
  const db = new DatabaseSync(file);
  db.exec(`PRAGMA journal_mode = WAL;
    CREATE TABLE IF NOT EXISTS users (id INTEGER PRIMARY KEY, name TEXT, key TEXT UNIQUE, password BLOB);
    CREATE TABLE IF NOT EXISTS sessions (handle TEXT PRIMARY KEY, user_id INTEGER, expires REAL);
    CREATE TABLE IF NOT EXISTS messages (id INTEGER PRIMARY KEY, user_id INTEGER, client_id TEXT, text TEXT, at TEXT,
      UNIQUE (user_id, client_id))`);
  const one = (query, ...values) => db.prepare(query).get(...values);
  return {
    /** The user of that name, an exact match first; `is` checks a password. */
    userNamed(name) {
      const found = one(
        'SELECT * FROM users WHERE name = ? OR key = ? ORDER BY name = ? DESC',
        name,
        keyOf(name),
        name,
      );
      if (!found) return null;
      const known = Buffer.from(found.password);
      return { user: userOf(found), is: (password) => timingSafeEqual(known, hashOf(password, known.subarray(0, 16))) };
    },
    register(name, password) {
      const insert = 'INSERT INTO users (name, key, password) VALUES (?, ?, ?) RETURNING *';
      return userOf(one(insert, name, keyOf(name), hashOf(password, randomBytes(16))));
    },
    beginSession(user, seconds) {
      const token = randomBytes(24).toString('base64url');
      const insert = db.prepare('INSERT INTO sessions VALUES (?, ?, ?)');
      insert.run(handleOf(token), Number(user.id), Date.now() + 1000 * seconds);
      return token;
    },
    session(token) {
      const query = 'SELECT u.* FROM sessions s JOIN users u ON u.id = s.user_id WHERE handle = ? AND expires > ?';
      const found = token && one(query, handleOf(token), Date.now());
      return found ? { handle: handleOf(token), user: userOf(found) } : null;
    },
    endSession: (handle) => db.prepare('DELETE FROM sessions WHERE handle = ?').run(handle),
    lastId: () => one('SELECT COALESCE(MAX(id), 0) AS last FROM messages').last,
    /** Stores a message; a repeated clientId of the user gives the first message. */
    append(user, text, clientId) {
      const insert =
        db.prepare(`INSERT INTO messages SELECT COALESCE(MAX(id), 0) + 1, ?, ?, ?, ? FROM messages WHERE true
        ON CONFLICT (user_id, client_id) DO NOTHING`);
      const { changes } = insert.run(Number(user.id), clientId, text, new Date().toISOString());
      const row = one(`${MESSAGES} WHERE user_id = ? AND client_id = ?`, Number(user.id), clientId);
      return { message: messageOf(row), isNew: changes === 1 };
    },
    /** The oldest messages above `after`, or the newest below `before`, in rising order. */
    page({ after, before = Number.MAX_SAFE_INTEGER, limit }) {
      const [order, edge] =
        after === undefined ? ['id < ? ORDER BY m.id DESC', before] : ['id > ? ORDER BY m.id', after];
      const rows = db.prepare(`${MESSAGES} WHERE m.${order} LIMIT ?`).all(edge, limit + 1);
      const messages = rows.slice(0, limit).map(messageOf);
      return { messages: after === undefined ? messages.reverse() : messages, more: rows.length > limit };
    },
  };
}
