/** @import { Message } from '../../chat/stores.js' */

// A message so far beyond a gap is not kept: the store is asked for it, as for the gap.
const AHEAD_MAX = 10_000;

/** The key under which a message is stored once. @param {{ user: { id: string }, clientId: string }} one */
export const keyOf = ({ user, clientId }) => `${user.id}:${clientId}`;

/**
 * The newest messages, without a gap, and those beyond a gap until it is filled. They serve many clients that reconnect
 * at once, and find repeated clientIds. The database decides; this is a copy of its answers.
 */
export class RecentMessages {
  /** The highest id without a gap before it; 0: none. */
  lastId;
  /** The lowest id in memory; lastId + 1: none. */
  firstId;
  /** @type {Map<number, Message>} */
  #byId = new Map();
  /** @type {Map<string, Message>} */
  #byKey = new Map();
  #keep;

  /** @param {number} keep number of messages to keep @param {Message[]} [newest] the newest first */
  constructor(keep, newest = []) {
    this.#keep = keep;
    this.lastId = newest[0]?.id ?? 0;
    this.firstId = this.lastId + 1;
    for (const message of newest) {
      if (message.id !== this.firstId - 1) break;
      this.firstId--;
      this.put(message);
    }
  }

  /**
   * Puts messages in id order, whoever has stored them.
   * @param {Message[]} messages
   * @returns {Message[]} those that now follow the last one, in their newest known state
   */
  addInOrder(messages) {
    const next = [];
    for (const message of messages) {
      this.put(message);
      let following;
      while ((following = this.#byId.get(this.lastId + 1))) {
        next.push(following);
        this.lastId++;
        if (this.lastId - this.firstId === this.#keep) this.#dropOldest();
      }
    }
    return next;
  }

  /** @param {Message} message ignored if a newer state is known, or if it is too old or too far ahead */
  put(message) {
    const { rev = 0 } = this.#byId.get(message.id) ?? {};
    if ((message.rev ?? 0) < rev || message.id < this.firstId || message.id > this.lastId + AHEAD_MAX) return;
    this.#byId.set(message.id, message);
    this.#byKey.set(keyOf(message), message);
  }

  #dropOldest() {
    const oldest = /** @type {Message} */ (this.find(this.firstId));
    this.#byId.delete(this.firstId++);
    this.#byKey.delete(keyOf(oldest));
  }

  /** @param {number} id @returns {Message | undefined} */
  find(id) {
    return this.#byId.get(id);
  }

  /** @param {string} key see keyOf @returns {Message | undefined} */
  findByKey(key) {
    return this.#byKey.get(key);
  }

  /** @param {number} from at least firstId @param {number} to at most lastId; both included @returns {Message[]} */
  slice(from, to) {
    const messages = [];
    for (let id = from; id <= to; id++) messages.push(/** @type {Message} */ (this.find(id)));
    return messages;
  }
}
