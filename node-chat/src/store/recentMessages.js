import { partitionPoint } from './partitionPoint.js';

/** @typedef {import('../chat/messageStore.js').Message} Message */

// How many messages beyond the bound gather before the oldest are dropped: moving the array for each would cost more.
const TRIM_BY = 1000;

/** @param {string} userId @param {string} clientId */
export const keyOf = (userId, clientId) => `${userId}:${clientId}`;
/** @param {Pick<Message, 'user' | 'clientId'>} one */
export const keyFor = (one) => keyOf(one.user.id, one.clientId);

/** The newest messages, in memory, by id and by (user, clientId). */
export class RecentMessages {
  /** @type {Message[]} in rising id order */
  #list = [];
  /** @type {Map<string, Message>} */
  #byKey = new Map();
  #lastId = 0;

  /** @param {number} keep messages held at least */
  constructor(keep) {
    this.keep = keep;
  }

  /** The id of the oldest one, of the next one where there is none. */
  get firstId() {
    return this.#list[0]?.id ?? this.#lastId + 1;
  }

  /** The highest id that is stored, 0 while there is none. */
  get lastId() {
    return this.#lastId;
  }

  /** @param {string} key @returns {Message | undefined} */
  known(key) {
    return this.#byKey.get(key);
  }

  /** @param {Message[]} messages above all that are here */
  add(messages) {
    for (const message of messages) {
      this.#list.push(message);
      this.#byKey.set(keyFor(message), message);
    }
    this.#lastId = this.#list.at(-1)?.id ?? 0;
    if (this.#list.length < this.keep + TRIM_BY) return;
    for (const message of this.#list.splice(0, this.#list.length - this.keep)) this.#byKey.delete(keyFor(message));
  }

  /** @param {Message[]} messages right below all that are here */
  addOlder(messages) {
    this.#list.unshift(...messages);
    for (const message of messages) this.#byKey.set(keyFor(message), message);
  }

  /** @param {Message} message whose state changed; nothing happens where it is not here */
  replace(message) {
    const index = this.#indexOf(message.id);
    if (this.#list[index]?.id !== message.id) return;
    this.#list[index] = message;
    this.#byKey.set(keyFor(message), message);
  }

  /** @param {number} count */
  newest(count) {
    return this.#list.slice(-count);
  }

  /** @param {number} from @param {number} to both included */
  slice(from, to) {
    return this.#list.slice(this.#indexOf(from), this.#indexOf(to + 1));
  }

  /** The index of the first message with that id or a higher one. @param {number} id */
  #indexOf(id) {
    return partitionPoint(this.#list, (one) => one.id < id);
  }
}
