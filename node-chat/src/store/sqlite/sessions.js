import { query, transaction } from './transaction.js';

/** @import { DatabaseSync } from 'node:sqlite' */
/** @import { SessionRows } from '../database.js' */
/** @import { Session } from '../../chat/stores.js' */

/** @param {DatabaseSync} db @returns {SessionRows} */
export function openSessions(db) {
  const selectByHandle = db.prepare('select * from sessions where key = ?');
  const insert = db.prepare('insert into sessions values (?, ?, ?, ?) on conflict do nothing');
  const remove = db.prepare('delete from sessions where key = ?');
  const prune = db.prepare('delete from sessions where expires < ?');
  return {
    find: async (handle) => {
      const row = query(() => selectByHandle.get(handle));
      return row ? toSession(row) : null;
    },
    save: async (sessions) => {
      transaction(db, () => {
        for (const [handle, { user, expires }] of sessions) insert.run(handle, user.id, user.name, expires);
      });
    },
    remove: async (handle) => void query(() => remove.run(handle)),
    prune: async () => void query(() => prune.run(Date.now())),
  };
}

/** @param {Record<string, any>} row @returns {Session} */
const toSession = ({ user_id: id, name, expires }) => ({ user: { id, name }, expires });
