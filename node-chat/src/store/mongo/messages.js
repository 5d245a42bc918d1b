import { keyOf } from './recentMessages.js';
import { SCAN_TIMEOUT_MS } from './attempt.js';
import { noPeers, Numbering } from './numbering.js';

/** @import { Message, MessageStore, Page } from '../../chat/stores.js' */
/** @import { Peers } from '../database.js' */
/** @import { Models } from './models.js' */
/** @import { Attempt } from './attempt.js' */
/** @import { RecentMessages } from './recentMessages.js' */

// Enough for many clients that were away for a moment.
export const RECENT_KEPT = 2000;
// A page must fit into one answer, because the driver passes its signal to the first alone. An answer holds 2,000 of
// the longest messages.
const BATCH = 1000;
const NEWEST = Number.MAX_SAFE_INTEGER;

/** @param {Models['Message']} Message @param {Attempt} attempt */
export function createRead(Message, attempt) {
  /**
   * @param {object} filter @param {Record<string, 1 | -1>} sort
   * @param {{ limit?: number, ms?: number }} [bounds] ms: timeout
   * @returns {Promise<Message[]>}
   */
  return async function read(filter, sort, { limit = 0, ms } = {}) {
    const options = { batchSize: BATCH, sort, limit };
    const found = await attempt((deadline) => Message.find(filter, null, { ...options, ...deadline }).lean(), ms);
    return found.map(toMessage);
  };
}

/** @typedef {ReturnType<typeof createRead>} Read */

/**
 * @param {Models['Message']} Message
 * @param {Attempt} attempt
 * @param {Read} read
 * @param {RecentMessages} recent empty
 * @param {Peers} [peers]
 * @returns {Promise<MessageStore>}
 */
export async function openMessages(Message, attempt, read, recent, peers = noPeers) {
  const newest = await read({}, { id: -1 }, { limit: RECENT_KEPT, ms: SCAN_TIMEOUT_MS });
  recent.add(newest.reverse());
  const numbering = new Numbering(
    {
      // Uses the driver directly: mongoose would build and validate a document object for each.
      insert: async (batch) => {
        const documents = batch.map(toDocument);
        await attempt((deadline) => Message.collection.insertMany(documents, { ordered: true, ...deadline }));
      },
      findByKey: async (key) => {
        const found = await attempt((deadline) => Message.findById(key, null, deadline).lean());
        return found && toMessage(found);
      },
      findAfter: (id) => read({ id: { $gt: id } }, { id: 1 }, { ms: SCAN_TIMEOUT_MS }),
    },
    recent,
    peers,
  );

  // With other processes only the store knows at once what was acknowledged.
  const isOnlyProcess = peers === noPeers;

  /** @param {number} id @param {number} limit @returns {Promise<Page>} */
  async function before(id, limit) {
    const to = isOnlyProcess ? Math.min(id - 1, recent.lastId) : id - 1;
    const from = Math.max(1, to - limit + 1);
    if (isOnlyProcess && from >= recent.firstId) return { messages: recent.slice(from, to), more: from > 1 };
    const found = await read({ id: { $lte: to } }, { id: -1 }, { limit: limit + 1 });
    return { messages: found.slice(0, limit).reverse(), more: found.length > limit };
  }

  return {
    get lastId() {
      return recent.lastId;
    },
    append: (drafts) => numbering.append(drafts),
    readNew: () => numbering.readNew(),
    receive: (messages) => numbering.receive(messages),
    async after(id, limit) {
      if (isOnlyProcess && id + 1 >= recent.firstId) {
        const to = Math.min(id + limit, recent.lastId);
        return { messages: recent.slice(id + 1, to), more: to < recent.lastId };
      }
      const found = withoutGap(id, await read({ id: { $gt: id } }, { id: 1 }, { limit: limit + 1 }));
      return { messages: found.slice(0, limit), more: found.length > limit };
    },
    before,
    newest: (limit) => before(NEWEST, limit),
  };
}

/**
 * A read during an insert may miss an id: what comes after it is left for the next read.
 * @param {number} after @param {Message[]} found in rising id order @returns {Message[]}
 */
function withoutGap(after, found) {
  const gap = found.findIndex(({ id }, i) => id !== after + 1 + i);
  return gap === -1 ? found : found.slice(0, gap);
}

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
