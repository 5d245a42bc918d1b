import { toMessage } from './messages.js';
import { query, transaction } from './transaction.js';

/** @import { DatabaseSync } from 'node:sqlite' */
/** @import { ChangeStore } from '../../chat/stores.js' */

/** @param {DatabaseSync} db @returns {ChangeStore} */
export function openChanges(db) {
  const one = db.prepare('select * from messages where id = ?');
  const change = db.prepare(
    'update messages set text = ?, rev = ? where id = ? and text is not null and text is not ? returning *',
  );
  const changed = db.prepare('select * from messages where rev > ? order by rev limit ?');
  let rev = Number(db.prepare('select max(rev) as rev from messages where rev is not null').get()?.rev ?? 0);

  const find = (/** @type {number} */ id) => {
    const row = one.get(id);
    return row ? toMessage(row) : null;
  };

  return {
    get rev() {
      return rev;
    },
    find: async (id) => query(() => find(id)),
    async apply(wanted) {
      const result = transaction(db, () => {
        let last = rev;
        const answers = wanted.map(({ message, text }) => {
          const row = change.get(text, last + 1, message.id, text);
          if (row) last++;
          return row ? toMessage(row) : (find(message.id) ?? message);
        });
        return { answers, stored: changed.all(rev, -1).map(toMessage) };
      });
      rev = result.stored.at(-1)?.rev ?? rev;
      return result;
    },
    async after(known, limit) {
      const rows = query(() => changed.all(known, limit + 1));
      return { messages: rows.slice(0, limit).map(toMessage), more: rows.length > limit };
    },
  };
}
