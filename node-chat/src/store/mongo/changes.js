import { SCAN_TIMEOUT_MS } from './attempt.js';
import { Numbering } from './numbering.js';

/** @import { Change, ChangeStore, Message } from '../../chat/stores.js' */
/** @import { Peers } from '../database.js' */
/** @import { Documents } from './documents.js' */
/** @import { Write } from './numbering.js' */
/** @import { RecentMessages } from './recentMessages.js' */

/**
 * Edited and deleted messages under dense revisions, one update each. The old state in the update's filter is the fence
 * between changes of one message.
 * @param {Documents} documents
 * @param {RecentMessages} recent gets the new states
 * @param {number} lastRev the newest revision, 0: none
 * @param {Peers} peers
 * @returns {ChangeStore}
 */
export function openChanges(documents, recent, lastRev, peers) {
  let rev = lastRev;
  const numbering = new Numbering(
    {
      end: () => rev,
      readAfter: (known) => documents.read({ rev: { $gt: known } }, { rev: 1 }, { ms: SCAN_TIMEOUT_MS }),
      remember(messages) {
        const added = messages.filter((message) => revOf(message) > rev);
        for (const message of added) recent.put(message);
        if (added.length > 0) rev = revOf(added[added.length - 1]);
        return added;
      },
      publish: (messages) => peers.publish({ after: revOf(messages[0]) - 1, messages }),
    },
    peers,
  );
  /**
   * If another change was first, the change is decided again on the new state.
   * @param {Change} change @param {Write} write @returns {Promise<Message>}
   */
  async function applyOne({ message: found, text }, write) {
    let from = recent.find(found.id) ?? found;
    while (!from.deleted && from.text !== text) {
      const to = changed(from, text, rev + 1);
      if (await write([to], () => documents.update(from, to))) return to;
      from = (await documents.find({ id: found.id })) ?? from;
    }
    return from;
  }

  return {
    get rev() {
      return rev;
    },
    find: async (id) => recent.find(id) ?? documents.find({ id }),
    apply: (changes) =>
      numbering.inTurn(async (write) => {
        const answers = [];
        for (const change of changes) answers.push(await applyOne(change, write));
        return answers;
      }),
    readNew: () => numbering.readNew(),
    receive: ({ after, messages }) => numbering.receive(after <= rev ? messages : []),
    async changedAfter(knownRev, limit) {
      if (peers.isAlone && knownRev >= rev) return { messages: [], more: false };
      const found = await documents.read({ rev: { $gt: knownRev } }, { rev: 1 }, { limit: limit + 1 });
      return { messages: found.slice(0, limit), more: found.length > limit };
    },
  };
}

/** @param {Message} message that was changed */
const revOf = ({ rev }) => /** @type {number} */ (rev);

/** @param {Message} message @param {string | null} text @param {number} rev @returns {Message} */
function changed(message, text, rev) {
  if (text !== null) return { ...message, text, rev };
  const deleted = { ...message, deleted: true, rev };
  delete deleted.text;
  return deleted;
}
