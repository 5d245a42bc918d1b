import { SCAN_TIMEOUT_MS } from './attempt.js';
import { Numbering } from './numbering.js';
import { keyOf } from './recentMessages.js';

/** @import { Message, MessageStore, NewMessage, Page } from '../../chat/stores.js' */
/** @import { Peers } from '../database.js' */
/** @import { Documents } from './documents.js' */
/** @import { RecentMessages } from './recentMessages.js' */

/**
 * Messages under dense ids. An insert stores in order and stops at a failure, so no id is ever skipped.
 * @param {Documents} documents
 * @param {RecentMessages} recent the newest
 * @param {Peers} peers
 * @returns {MessageStore}
 */
export function openMessages(documents, recent, peers) {
  const numbering = new Numbering(
    {
      end: () => recent.lastId,
      readAfter: (id) => documents.read({ id: { $gt: id } }, { id: 1 }, { ms: SCAN_TIMEOUT_MS }),
      remember: (messages) => recent.addInOrder(messages),
      publish: (stored) => peers.publish(stored),
    },
    peers,
  );
  /** See MessageStore. @param {NewMessage[]} drafts */
  const append = (drafts) =>
    numbering.inTurn(async (write) => {
      const { lastId } = recent;
      const keys = new Set(drafts.map(keyOf));
      const isOwn = (/** @type {Message} */ message) => keys.has(keyOf(message));
      /** @type {Map<string, Message>} what is stored of the drafts, by key */
      const stored = new Map();
      for (;;) {
        const numbered = number(drafts, stored);
        if (numbered.length === 0) break;
        if (await write(numbered, () => documents.insert(numbered), isOwn)) continue;
        // If no id was taken, a clientId was that is too old for memory.
        const [first] = number(drafts, stored);
        const repeated = first && (await documents.find({ _id: keyOf(first) }));
        if (repeated) stored.set(keyOf(repeated), repeated);
      }
      return drafts.map((draft) => {
        const message = /** @type {Message} */ (stored.get(keyOf(draft)));
        // A second draft with this clientId repeats the first. Another process may have stored it at another time.
        const isNew = keys.delete(keyOf(draft)) && message.id > lastId && message.at === draft.at;
        return { message, isNew };
      });
    });

  /**
   * Gives the next ids to drafts that are not stored yet.
   * @param {NewMessage[]} drafts
   * @param {Map<string, Message>} stored gets the drafts that memory knows as stored
   */
  function number(drafts, stored) {
    /** @type {Map<string, Message>} */
    const numbered = new Map();
    for (const draft of drafts) {
      const key = keyOf(draft);
      const message = stored.get(key) ?? recent.findByKey(key);
      if (message) stored.set(key, message);
      else if (!numbered.has(key)) numbered.set(key, { id: recent.lastId + numbered.size + 1, ...draft });
    }
    return [...numbered.values()];
  }

  /** @param {number | undefined} id @param {number} limit @returns {Promise<Page>} */
  async function before(id = Number.MAX_SAFE_INTEGER, limit) {
    const to = peers.isAlone ? Math.min(id - 1, recent.lastId) : id - 1;
    const from = Math.max(1, to - limit + 1);
    if (peers.isAlone && from >= recent.firstId) return { messages: recent.slice(from, to), more: from > 1 };
    const found = await documents.read({ id: { $lte: to } }, { id: -1 }, { limit: limit + 1 });
    return { messages: found.slice(0, limit).reverse(), more: found.length > limit };
  }

  return {
    get lastId() {
      return recent.lastId;
    },
    append,
    readNew: () => numbering.readNew(),
    receive: (messages) => numbering.receive(messages),
    async after(id, limit) {
      if (peers.isAlone && id + 1 >= recent.firstId) {
        const to = Math.min(id + limit, recent.lastId);
        return { messages: recent.slice(id + 1, to), more: to < recent.lastId };
      }
      const found = withoutGap(id, await documents.read({ id: { $gt: id } }, { id: 1 }, { limit: limit + 1 }));
      return { messages: found.slice(0, limit), more: found.length > limit };
    },
    before,
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
