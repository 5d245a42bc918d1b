import { DuplicateKey } from '../backendErrors.js';
import { asked, transaction } from './transaction.js';

/** @param {import('node:sqlite').DatabaseSync} db @returns {import('../backend.js').BackendUsers} */
export function users(db) {
  const byId = db.prepare('select id, name, hash from users where id = ?');
  const byKey = db.prepare('select id, name, hash from users where key = ?');
  const insert = db.prepare('insert into users values (?, ?, ?, ?) on conflict do nothing');
  return {
    find: async (id) => toUser(asked(() => byId.get(id))),
    withKey: async (key) => toUser(asked(() => byKey.get(key))),
    insert: async (users) => {
      const made = transaction(db, () => users.map((user) => insert.run(user.id, user.name, user.hash, user.key)));
      if (made.some(({ changes }) => Number(changes) === 0)) throw new DuplicateKey('a user has this id or key');
    },
  };
}

/** @param {Record<string, any> | undefined} row @returns {import('../backend.js').KnownUser | null} */
const toUser = (row) => (row ? { id: row.id, name: row.name, hash: row.hash } : null);
