import { unlessTaken } from './attempt.js';
import { keyOf } from './recentMessages.js';

/** @import { Message } from '../../chat/stores.js' */
/** @import { Models } from './models.js' */
/** @import { Attempt } from './attempt.js' */

// A page must fit into one answer, because the driver passes its signal only to the first. An answer holds 2,000 of
// the longest messages.
const BATCH = 1000;

/** The messages in the database. @param {Models['Message']} Message @param {Attempt} attempt */
export function createDocuments(Message, attempt) {
  /**
   * @param {object} filter @param {Record<string, 1 | -1>} sort
   * @param {{ limit?: number, ms?: number }} [bounds] ms: timeout
   * @returns {Promise<Message[]>}
   */
  async function read(filter, sort, { limit = 0, ms } = {}) {
    const options = { batchSize: BATCH, sort, limit };
    const found = await attempt((deadline) => Message.find(filter, null, { ...options, ...deadline }).lean(), ms);
    return found.map(toMessage);
  }

  return {
    read,
    /** @param {{ id: number } | { _id: string }} filter @returns {Promise<Message | null>} */
    find: async (filter) => (await read(filter, {}, { limit: 1 }))[0] ?? null,
    /**
     * Stores in order. Uses the driver directly: mongoose would build and validate a document object for each.
     * @param {Message[]} messages
     * @returns {Promise<boolean>} false: an id or a key is taken, and the messages before it are stored
     */
    async insert(messages) {
      const documents = messages.map(toDocument);
      const insert = (/** @type {any} */ deadline) =>
        Message.collection.insertMany(documents, { ordered: true, ...deadline });
      return (await unlessTaken(attempt(insert))) !== null;
    },
    /**
     * Changes a message, unless it has another revision by now.
     * @param {Message} from @param {Message} to
     * @returns {Promise<boolean>} false: another change was first
     */
    async update(from, to) {
      // null matches a message that was never changed and has no rev.
      const filter = /** @type {any} */ ({ _id: keyOf(from), rev: from.rev ?? null });
      const next = to.deleted
        ? { $set: { rev: to.rev, deleted: true }, $unset: { text: '' } }
        : { $set: { rev: to.rev, text: to.text } };
      const update = (/** @type {any} */ deadline) =>
        Message.collection.updateOne(filter, /** @type {any} */ (next), deadline);
      return (await unlessTaken(attempt(update)))?.matchedCount === 1;
    },
  };
}

/** @typedef {ReturnType<typeof createDocuments>} Documents */

/** @param {Message} message @returns {any} */
function toDocument(message) {
  const { id, user, text, at, replyTo } = message;
  return { _id: keyOf(message), id, name: user.name, text, at, ...(replyTo && { replyTo }) };
}

/** @param {any} document @returns {Message} */
function toMessage({ _id, id, name, text, at, replyTo, rev, deleted }) {
  const colon = _id.lastIndexOf(':'); // a clientId has no colon
  const user = { id: _id.slice(0, colon), name };
  const message = { id, user, at, clientId: _id.slice(colon + 1), ...(replyTo && { replyTo }) };
  if (rev === undefined) return { ...message, text };
  return deleted ? { ...message, deleted, rev } : { ...message, text, rev };
}
