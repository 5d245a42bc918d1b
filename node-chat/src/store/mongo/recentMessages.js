/** @typedef {import('../../chat/stores.js').Message} Message */

// How many beyond the bound gather before the oldest are dropped: moving the array for each would cost more.
const TRIM_BY = 500;

/** @param {{ user: { id: string }, clientId: string }} one its key: a message is stored once under it */
export const keyOf = ({ user, clientId }) => `${user.id}:${clientId}`;

/**
 * The newest messages, without a gap. A crowd that reconnects is served from here, and a message that is sent again
 * finds itself. The database decides; this repeats what it said.
 */
export class RecentMessages {
  /** @type {Message[]} in rising id order */
  #list = [];
  /** @type {Map<string, Message>} */
  #byKey = new Map();
  /** @type {Map<number, Message>} those beyond a gap, by id */
  #ahead = new Map();
  #keep;
  #lastId = 0;

  /** @param {number} keep messages held at least */
  constructor(keep) {
    this.#keep = keep;
  }

  /** The highest id that is known to be stored, 0 while there is none. */
  get lastId() {
    return this.#lastId;
  }

  /** The lowest id of the messages here, lastId + 1 where there is none. */
  get firstId() {
    return this.#lastId + 1 - this.#list.length;
  }

  /** @param {Message[]} messages in rising id order; where they leave a gap, what is before it is dropped */
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
   * Takes messages that may leave a gap: what is beyond it waits until it is filled.
   * @param {Message[]} messages in rising id order
   * @returns {Message[]} those that follow the newest now
   */
  fill(messages) {
    if (this.#ahead.size === 0 && messages[0]?.id === this.#lastId + 1) {
      const isDense = messages.at(-1)?.id === this.#lastId + messages.length;
      if (isDense) return this.#added(messages);
    }
    for (const message of messages) if (message.id > this.#lastId) this.#wait(message);
    const next = [];
    for (let id = this.#lastId + 1; this.#ahead.has(id); id++) {
      next.push(/** @type {Message} */ (this.#ahead.get(id)));
      this.#ahead.delete(id);
    }
    return this.#added(next);
  }

  /** @param {Message[]} messages */
  #added(messages) {
    this.add(messages);
    return messages;
  }

  /** @param {Message} message an older state of it changes nothing */
  #wait(message) {
    const { rev = 0 } = this.#ahead.get(message.id) ?? {};
    if ((message.rev ?? 0) >= rev) this.#ahead.set(message.id, message);
  }

  /** @param {Message} message in its new state, which may come before the message; one too old for memory is dropped */
  replace(message) {
    if (message.id > this.#lastId) return this.#wait(message);
    if (!this.at(message.id)) return;
    this.#list[message.id - this.firstId] = message;
    this.#byKey.set(keyOf(message), message);
  }

  /** @param {number} id @returns {Message | undefined} */
  at(id) {
    return this.#list[id - this.firstId];
  }

  /** @param {string} key see keyOf @returns {Message | undefined} */
  under(key) {
    return this.#byKey.get(key);
  }

  /** @param {number} from at least firstId @param {number} to both included @returns {Message[]} */
  slice(from, to) {
    return this.#list.slice(from - this.firstId, Math.max(0, to + 1 - this.firstId));
  }

  /** @param {number} count of the oldest */
  #drop(count) {
    for (const message of this.#list.splice(0, count)) this.#byKey.delete(keyOf(message));
  }
}
