import { query, transaction } from './transaction.js';

/** @import { DatabaseSync } from 'node:sqlite' */
/** @import { Message, MessageStore } from '../../chat/stores.js' */

/** @param {DatabaseSync} db @returns {MessageStore} */
export function openMessages(db) {
  const insert = db.prepare(
    `insert into messages (id, user_id, name, client_id, text, at, reply_to)
       values ((select coalesce(max(id), 0) + 1 from messages), ?, ?, ?, ?, ?, ?)
       on conflict (user_id, client_id) do nothing returning id`,
  );
  const selectByClientId = db.prepare('select * from messages where user_id = ? and client_id = ?');
  const selectAfter = db.prepare('select * from messages where id > ? order by id limit ?');
  const selectBefore = db.prepare('select * from messages where id < ? order by id desc limit ?');
  let lastId = Number(db.prepare('select max(id) as id from messages').get()?.id ?? 0);

  return {
    get lastId() {
      return lastId;
    },
    async append(drafts) {
      const answers = transaction(db, () =>
        drafts.map((draft) => {
          const { user, text, at, clientId, replyTo = null } = draft;
          const row = insert.get(user.id, user.name, clientId, text, at, replyTo);
          if (row) return { message: { id: Number(row.id), ...draft }, isNew: true };
          const repeated = /** @type {Record<string, any>} */ (selectByClientId.get(user.id, clientId));
          return { message: toMessage(repeated), isNew: false };
        }),
      );
      const stored = answers.filter(({ isNew }) => isNew).map(({ message }) => message);
      lastId += stored.length;
      return { answers, stored };
    },
    // No other process stores messages.
    readNew: async () => [],
    receive: () => [],
    async after(id, limit) {
      const rows = query(() => selectAfter.all(id, limit + 1));
      return { messages: rows.slice(0, limit).map(toMessage), more: rows.length > limit };
    },
    async before(id = Number.MAX_SAFE_INTEGER, limit) {
      const rows = query(() => selectBefore.all(id, limit + 1));
      return { messages: rows.slice(0, limit).map(toMessage).reverse(), more: rows.length > limit };
    },
  };
}

/** @param {Record<string, any>} row @returns {Message} */
export function toMessage({ id, user_id, name, client_id: clientId, text, at, rev, reply_to: replyTo }) {
  const message = { id, user: { id: user_id, name }, at, clientId, ...(replyTo !== null && { replyTo }) };
  if (rev === null) return { ...message, text };
  return text === null ? { ...message, deleted: true, rev } : { ...message, text, rev };
}
