import { query, transaction } from './transaction.js';

/** @import { DatabaseSync } from 'node:sqlite' */
/** @import { SessionRows } from '../database.js' */
/** @import { Session } from '../../chat/stores.js' */

/** @param {DatabaseSync} db @returns {SessionRows} */
export function openSessions(db) {
  const selectByKey = db.prepare('select * from sessions where key = ?');
  const insert = db.prepare('insert into sessions values (?, ?, ?, ?) on conflict do nothing');
  const remove = db.prepare('delete from sessions where key = ?');
  const prune = db.prepare('delete from sessions where expires < ?');
  return {
    find: async (key) => {
      const row = query(() => selectByKey.get(key));
      return row ? toSession(row) : null;
    },
    save: async (sessions) => {
      transaction(db, () => {
        for (const [key, { user, expires }] of sessions) insert.run(key, user.id, user.name, expires);
      });
    },
    remove: async (key) => void query(() => remove.run(key)),
    prune: async () => void query(() => prune.run(Date.now())),
  };
}

/** @param {Record<string, any>} row @returns {Session} */
const toSession = ({ user_id: id, name, expires }) => ({ user: { id, name }, expires });
