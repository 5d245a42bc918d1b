/** @import { Message } from '../../chat/stores.js' */

// The oldest are dropped in batches of this size, because dropping each would move the array.
const TRIM_BY = 500;
// A message so far beyond a gap is not held: the store is asked for it, as for the gap.
const AHEAD_MAX = 10_000;

/** The key under which a message is stored once. @param {{ user: { id: string }, clientId: string }} one */
export const keyOf = ({ user, clientId }) => `${user.id}:${clientId}`;

/**
 * The newest messages, without a gap. They serve many clients that reconnect at once, and find repeated clientIds. The
 * database decides; this is a copy of its answers.
 */
export class RecentMessages {
  /** @type {Message[]} in rising id order */
  #list = [];
  /** @type {Map<string, Message>} */
  #byKey = new Map();
  /** @type {Map<number, Message>} messages beyond a gap, in their newest known state, by id */
  #held = new Map();
  #keep;
  #lastId = 0;

  /** @param {number} keep number of messages to keep at least */
  constructor(keep) {
    this.#keep = keep;
  }

  /** The highest known id; 0: none. */
  get lastId() {
    return this.#lastId;
  }

  /** The lowest id in memory; lastId + 1: none. */
  get firstId() {
    return this.#lastId + 1 - this.#list.length;
  }

  /** @param {Message[]} messages in rising id order; messages before a gap are dropped */
  add(messages) {
    for (const message of messages) {
      if (message.id !== this.#lastId + 1) this.#drop(this.#list.length);
      this.#list.push(message);
      this.#byKey.set(keyOf(message), message);
      this.#lastId = message.id;
    }
    if (this.#list.length >= this.#keep + TRIM_BY) this.#drop(this.#list.length - this.#keep);
  }

  /**
   * Puts messages in id order, whoever has stored them: those beyond a gap are held until it is filled.
   * @param {Message[]} messages
   * @returns {Message[]} those that now follow the newest, in their newest known state
   */
  addInOrder(messages) {
    const next = [];
    for (const message of messages) {
      this.#hold(message);
      let following;
      while ((following = this.#held.get(this.#lastId + 1))) {
        this.#held.delete(following.id);
        this.add([following]);
        next.push(following);
      }
    }
    return next;
  }

  /** @param {Message} message ignored if it is not ahead, or if a newer state of it is held */
  #hold(message) {
    const { rev = 0 } = this.#held.get(message.id) ?? {};
    const ahead = message.id - this.#lastId;
    if (ahead > 0 && ahead <= AHEAD_MAX && (message.rev ?? 0) >= rev) this.#held.set(message.id, message);
  }

  /** @param {Message} message new state, which may come before the message; ignored if too old for memory */
  replace(message) {
    this.#hold(message);
    if (!this.find(message.id)) return;
    this.#list[message.id - this.firstId] = message;
    this.#byKey.set(keyOf(message), message);
  }

  /** @param {number} id @returns {Message | undefined} */
  find(id) {
    return this.#list[id - this.firstId];
  }

  /** @param {string} key see keyOf @returns {Message | undefined} */
  findByKey(key) {
    return this.#byKey.get(key);
  }

  /** @param {number} from at least firstId @param {number} to both included @returns {Message[]} */
  slice(from, to) {
    return this.#list.slice(from - this.firstId, Math.max(0, to + 1 - this.firstId));
  }

  /** @param {number} count number of oldest messages to drop */
  #drop(count) {
    for (const message of this.#list.splice(0, count)) this.#byKey.delete(keyOf(message));
  }
}
