import { partitionPoint } from './partitionPoint.js';

/** @typedef {import('../chat/messageStore.js').Message} Message */

// How many changes beyond the bound gather before the oldest are dropped: moving the array for each would cost more.
const TRIM_BY = 1000;

/** The newest changes, in memory: messages in their newest state, in the order of their revisions. */
export class RecentChanges {
  #keep;
  /** @type {Message[]} in rising order of rev; what was changed again since stands in it twice */
  #list = [];
  /** @type {Map<number, Message>} the newest state by the message's id */
  #byId = new Map();
  /** All changes above this one are here. */
  #floor = 0;
  #rev = 0;

  /** @param {number} keep changes held at least */
  constructor(keep) {
    this.#keep = keep;
  }

  /** The revision of the newest change, 0 while there is none. */
  get rev() {
    return this.#rev;
  }

  /** @param {Message[]} messages what the store has of the newest, at most as many as are kept */
  load(messages) {
    this.remember(messages);
    if (messages.length === this.#keep) this.#floor = revOf(messages[0]) - 1;
  }

  /** Only the newest revision is known yet. @param {number} rev */
  beginAt(rev) {
    this.#rev = this.#floor = rev;
  }

  /**
   * Adds the older changes.
   * @param {Message[]} messages the newest changes of the store, at most as many as are kept
   */
  fill(messages) {
    const newest = messages.at(-1);
    if (!newest || revOf(newest) < this.#floor) return; // so many came meanwhile that a gap would remain
    const older = messages.filter((one) => revOf(one) <= this.#floor);
    for (const message of older) if (!this.#byId.has(message.id)) this.#byId.set(message.id, message);
    this.#list.unshift(...older);
    const floor = messages.length === this.#keep ? revOf(messages[0]) - 1 : 0;
    this.#floor = Math.min(this.#floor, floor);
  }

  /** @param {Message[]} messages changed, in rising order of rev, above all that were remembered before */
  remember(messages) {
    for (const message of messages) {
      this.#list.push(message);
      this.#byId.set(message.id, message);
      this.#rev = revOf(message);
    }
    if (this.#list.length < this.#keep + TRIM_BY) return;
    for (const message of this.#list.splice(0, this.#list.length - this.#keep)) {
      this.#floor = revOf(message);
      if (this.#byId.get(message.id) === message) this.#byId.delete(message.id);
    }
  }

  /** The newest state of a message, where it is one of these. @param {number} id */
  find(id) {
    return this.#byId.get(id);
  }

  /** Whether all changes above a revision are here. @param {number} rev */
  reachesTo(rev) {
    return rev >= this.#floor;
  }

  /**
   * @param {number} rev
   * @param {number} limit
   * @returns {Message[]} those changed after that revision, each once in its newest state, in the order of their
   *   revisions
   */
  after(rev, limit) {
    const found = [];
    const first = partitionPoint(this.#list, (one) => revOf(one) <= rev);
    for (let i = first; i < this.#list.length && found.length < limit; i++) {
      const message = this.#list[i];
      if (this.#byId.get(message.id) === message) found.push(message);
    }
    return found;
  }
}

/** @param {Message} message */
const revOf = (message) => /** @type {number} */ (message.rev);
