import { MessageInserts } from './messageInserts.js';
import { pageDownwards, pageUpwards } from './messagePages.js';
import { MessageRanges } from './messageRanges.js';
import { keyOf, RecentMessages } from './recentMessages.js';

/**
 * @typedef {import('../chat/messageStore.js').Message} Message
 * @typedef {import('../chat/messageStore.js').MessageStore} MessageStore
 * @typedef {import('../chat/messageStore.js').Page} Page
 */

/**
 * The messages in their order, the newest of them in memory. A damaged store may have holes: ids go on above the
 * highest, and readers get what there is.
 * @implements {MessageStore}
 */
export class Messages {
  #backend;
  #recent;
  #ranges;
  #inserts;
  /** @type {import('./messagePages.js').Read} */
  #read;

  /** @param {import('./backend.js').BackendMessages} backend @param {number} keep messages held in memory */
  constructor(backend, keep) {
    this.#backend = backend;
    this.#recent = new RecentMessages(keep);
    this.#ranges = new MessageRanges(backend, this.#recent);
    this.#inserts = new MessageInserts(backend, this.#recent);
    this.#read = (from, to) => this.#ranges.read(from, to);
  }

  /** @param {import('./backend.js').StoreTail | null} [tail] where it is known, nothing is read: see fill */
  async load(tail) {
    this.#recent.add(tail ? tail.messages : await this.#backend.newest(this.#recent.keep));
    this.#inserts.begin();
  }

  /** @param {(message: Message) => Message} newestOf see MessageRanges.fill */
  fill(newestOf) {
    return this.#ranges.fill(newestOf);
  }

  /** The newest messages; null while it is not certain that the store ends there. @param {number} count */
  tail(count) {
    return this.#inserts.isCertain ? this.#recent.newest(count) : null;
  }

  get lastId() {
    return this.#recent.lastId;
  }

  /** @throws {import('../NotWritten.js').NotWritten} where the newest insert failed, not long ago */
  checkWriting() {
    this.#inserts.check();
  }

  /** @param {string} userId @param {string} clientId */
  known(userId, clientId) {
    return this.#recent.known(keyOf(userId, clientId));
  }

  /** @param {string} userId @param {string} clientId @returns {Promise<Message | null>} */
  async find(userId, clientId) {
    return this.known(userId, clientId) ?? (await this.#backend.find([{ userId, clientId }]))[0] ?? null;
  }

  /**
   * @param {number} id
   * @returns {Promise<Message | null>} null where there is none
   * @throws {import('../ChatError.js').ChatError} store_unavailable
   */
  async at(id) {
    return id >= 1 && id <= this.lastId ? ((await this.#read(id, id))[0] ?? null) : null;
  }

  /** Messages have a new state, which the store has already. @param {Message[]} messages */
  replace(messages) {
    for (const message of messages) this.#recent.replace(message);
  }

  /** @param {import('../chat/messageStore.js').NewMessage[]} drafts */
  append(drafts) {
    return this.#inserts.append(drafts);
  }

  /** @param {number} id @param {number} limit @returns {Promise<Page>} */
  after(id, limit) {
    return pageUpwards(this.#read, id + 1, limit, this.lastId);
  }

  /** @param {number} id @param {number} limit @returns {Promise<Page>} */
  before(id, limit) {
    return pageDownwards(this.#read, Math.min(id - 1, this.lastId), limit);
  }

  /** @param {number} limit @returns {Promise<Page>} */
  newest(limit) {
    return pageDownwards(this.#read, this.lastId, limit);
  }
}
