import { ChatError } from '../../ChatError.js';
import { DuplicateKey, SCAN_TIMEOUT_MS } from './attempt.js';
import { noPeers, ATTEMPTS_MS } from './numbering.js';
import { keyOf } from './recentMessages.js';

/** @import { Change, ChangeStore, Message } from '../../chat/stores.js' */
/** @import { Peers, Token } from '../database.js' */
/** @import { Models } from './models.js' */
/** @import { Attempt } from './attempt.js' */
/** @import { Read } from './messages.js' */
/** @import { RecentMessages } from './recentMessages.js' */

/**
 * Edited and deleted messages, one update each. The unique index on rev is the fence between changes. The old state in
 * the update's filter is the fence between changes of one message.
 * @param {Models['Message']} Message
 * @param {Attempt} attempt
 * @param {Read} read
 * @param {RecentMessages} recent gets the new states
 * @param {Peers} [peers]
 * @returns {Promise<ChangeStore>}
 */
export async function openChanges(Message, attempt, read, recent, peers = noPeers) {
  const [newest] = await read({ rev: { $gte: 1 } }, { rev: -1 }, { limit: 1, ms: SCAN_TIMEOUT_MS });
  let rev = newest?.rev ?? 0;
  // With other processes only the store knows at once what was acknowledged.
  const isOnlyProcess = peers === noPeers;
  let broadcastRev = rev;
  let isEndKnown = true;
  /** @type {Map<number, Message>} changed and not broadcast yet, in the order of their revisions */
  const news = new Map();

  /** @param {Message} message */
  function remember(message) {
    if (Number(message.rev) <= rev) return; // known from another process's news
    rev = Number(message.rev);
    recent.replace(message);
    news.delete(message.id);
    news.set(message.id, message);
  }

  async function readEnd() {
    const found = await read({ rev: { $gt: rev } }, { rev: 1 }, { ms: SCAN_TIMEOUT_MS });
    for (const message of found) remember(message);
    isEndKnown = true;
  }

  const findInMemory = (/** @type {number} */ id) => news.get(id) ?? recent.find(id);
  const findStored = async (/** @type {number} */ id) => (await read({ id }, {}, { limit: 1 }))[0] ?? null;

  /** @returns {Message[]} changes not broadcast yet */
  function takeNews() {
    const taken = [...news.values()];
    news.clear();
    broadcastRev = rev;
    return taken;
  }

  /**
   * If another change was first, the change is decided again on the new state.
   * @param {Change} change @param {Token} token @param {number} giveUpAt deadline @returns {Promise<Message>}
   */
  async function applyOne({ message: found, text }, token, giveUpAt) {
    let from = findInMemory(found.id) ?? found;
    for (;;) {
      if (from.deleted || from.text === text) return from;
      const before = rev;
      const to = changed(from, text, rev + 1);
      if (await update(from, to)) {
        remember(to);
        return to;
      }
      if (performance.now() > giveUpAt) throw new ChatError('store_unavailable');
      await readEnd();
      if (token.end > 0 && rev > before) token.isOvertaken = true;
      from = news.get(found.id) ?? (await findStored(found.id)) ?? from;
    }
  }

  /** @param {Message} from @param {Message} to @returns {Promise<boolean>} false: another change was first */
  async function update(from, to) {
    isEndKnown = false;
    // null matches a message that was never changed and has no rev.
    const filter = /** @type {any} */ ({ _id: keyOf(from), rev: from.rev ?? null });
    const next = to.deleted
      ? { $set: { rev: to.rev, deleted: true }, $unset: { text: '' } }
      : { $set: { rev: to.rev, text: to.text } };
    try {
      const { matchedCount } = await attempt((deadline) =>
        Message.collection.updateOne(filter, /** @type {any} */ (next), deadline),
      );
      isEndKnown = matchedCount === 1;
      return isEndKnown;
    } catch (error) {
      if (error instanceof DuplicateKey) return false;
      throw error;
    }
  }

  /** @param {Change[]} changes @param {Token} token */
  async function apply(changes, token) {
    if (!isEndKnown || token.end > rev || (!isOnlyProcess && token.end === 0)) await readEnd();
    const answers = [];
    const giveUpAt = performance.now() + ATTEMPTS_MS;
    for (const change of changes) answers.push(await applyOne(change, token, giveUpAt));
    token.end = rev;
    const after = broadcastRev;
    const stored = takeNews();
    if (stored.length > 0) peers.publish({ after, messages: stored });
    return { answers, stored };
  }

  return {
    get rev() {
      return rev;
    },
    find: async (id) => findInMemory(id) ?? findStored(id),
    apply: (changes) => peers.turn((token) => apply(changes, token)),
    async readNew() {
      await readEnd();
      return takeNews();
    },
    receive({ after, messages }) {
      if (after <= rev) for (const message of messages) remember(message);
      return takeNews();
    },
    async changedAfter(knownRev, limit) {
      if (isOnlyProcess && knownRev >= rev) return { messages: [], more: false };
      const found = await read({ rev: { $gt: knownRev } }, { rev: 1 }, { limit: limit + 1 });
      return { messages: found.slice(0, limit), more: found.length > limit };
    },
  };
}

/** @param {Message} message @param {string | null} text @param {number} rev @returns {Message} */
function changed(message, text, rev) {
  if (text !== null) return { ...message, text, rev };
  const deleted = { ...message, deleted: true, rev };
  delete deleted.text;
  return deleted;
}
