import { query, transaction } from './transaction.js';

/** @import { DatabaseSync } from 'node:sqlite' */
/** @import { UserRows } from '../database.js' */
/** @import { KnownUser } from '../../chat/stores.js' */

/** @param {DatabaseSync} db @returns {UserRows} */
export function openUsers(db) {
  const selectById = db.prepare('select id, name, hash from users where id = ?');
  const selectByKey = db.prepare('select id, name, hash from users where key = ?');
  const insert = db.prepare('insert into users values (?, ?, ?, ?) on conflict do nothing');
  return {
    find: async (id) => toUser(query(() => selectById.get(id))),
    findByKey: async (key) => toUser(query(() => selectByKey.get(key))),
    insert: async (users) => {
      const made = transaction(db, () => users.map((user) => insert.run(user.id, user.name, user.hash, user.key)));
      return made.every(({ changes }) => Number(changes) === 1);
    },
  };
}

/** @param {Record<string, any> | undefined} row @returns {KnownUser | null} */
const toUser = (row) => (row ? { id: row.id, name: row.name, hash: row.hash } : null);
