import { asked, transaction } from './transaction.js';

/** @param {import('node:sqlite').DatabaseSync} db @returns {import('../users.js').UserRows} */
export function users(db) {
  const byId = db.prepare('select id, name, hash from users where id = ?');
  const byKey = db.prepare('select id, name, hash from users where key = ?');
  const insert = db.prepare('insert into users values (?, ?, ?, ?) on conflict do nothing');
  return {
    find: async (id) => toUser(asked(() => byId.get(id))),
    withKey: async (key) => toUser(asked(() => byKey.get(key))),
    insert: async (users) => {
      const made = transaction(db, () => users.map((user) => insert.run(user.id, user.name, user.hash, user.key)));
      return made.every(({ changes }) => Number(changes) === 1);
    },
  };
}

/** @param {Record<string, any> | undefined} row @returns {import('../../chat/stores.js').KnownUser | null} */
const toUser = (row) => (row ? { id: row.id, name: row.name, hash: row.hash } : null);
