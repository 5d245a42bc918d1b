/**
 * @typedef {import('../chat/messageStore.js').Message} Message
 * @typedef {import('../chat/messageStore.js').Page} Page
 * @typedef {(from: number, to: number) => Promise<Message[]>} Read ids from..to, both included
 */

// Without a hole one reading is enough; over a hole each reaches twice as far.

/**
 * The oldest messages from an id on.
 * @param {Read} read @param {number} from @param {number} limit @param {number} lastId
 * @returns {Promise<Page>}
 */
export async function pageUpwards(read, from, limit, lastId) {
  const found = [];
  for (let reach = limit; found.length < limit && from <= lastId; reach *= 2) {
    found.push(...(await read(from, Math.min(from + reach - 1, lastId))));
    from += reach;
  }
  const messages = found.slice(0, limit);
  return { messages, more: messages.length > 0 && messages[messages.length - 1].id < lastId };
}

/**
 * The newest messages up to an id.
 * @param {Read} read @param {number} to @param {number} limit
 * @returns {Promise<Page>}
 */
export async function pageDownwards(read, to, limit) {
  /** @type {Message[]} */
  let found = [];
  for (let reach = limit; found.length < limit && to > 0; reach *= 2) {
    found = [...(await read(Math.max(1, to - reach + 1), to)), ...found];
    to -= reach;
  }
  const messages = found.slice(-limit);
  return { messages, more: messages.length > 0 && messages[0].id > 1 };
}
