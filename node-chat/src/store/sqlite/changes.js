import { toMessage } from './messages.js';
import { query, transaction } from './transaction.js';

/** @import { DatabaseSync } from 'node:sqlite' */
/** @import { ChangeStore } from '../../chat/stores.js' */

/** @param {DatabaseSync} db @returns {ChangeStore} */
export function openChanges(db) {
  const selectOne = db.prepare('select * from messages where id = ?');
  const updateText = db.prepare(
    'update messages set text = ?, rev = ? where id = ? and text is not null and text is not ? returning *',
  );
  const selectChanged = db.prepare('select * from messages where rev > ? order by rev limit ?');
  let rev = Number(db.prepare('select max(rev) as rev from messages where rev is not null').get()?.rev ?? 0);

  const find = (/** @type {number} */ id) => {
    const row = selectOne.get(id);
    return row ? toMessage(row) : null;
  };

  return {
    get rev() {
      return rev;
    },
    find: async (id) => query(() => find(id)),
    async apply(changes) {
      const result = transaction(db, () => {
        let last = rev;
        const answers = changes.map(({ message, text }) => {
          const row = updateText.get(text, last + 1, message.id, text);
          if (row) last++;
          return row ? toMessage(row) : (find(message.id) ?? message);
        });
        return { answers, stored: selectChanged.all(rev, -1).map(toMessage) };
      });
      rev = result.stored.at(-1)?.rev ?? rev;
      return result;
    },
    // No other process changes messages.
    readNew: async () => [],
    receive: () => [],
    async changedAfter(knownRev, limit) {
      const rows = query(() => selectChanged.all(knownRev, limit + 1));
      return { messages: rows.slice(0, limit).map(toMessage), more: rows.length > limit };
    },
  };
}
