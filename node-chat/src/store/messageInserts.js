import { ChatError } from '../ChatError.js';
import { contract } from '../contract.js';
import { NotWritten } from '../NotWritten.js';
import { DuplicateKey } from './backendErrors.js';
import { keyFor } from './recentMessages.js';

/**
 * @typedef {import('../chat/messageStore.js').Message} Message
 * @typedef {import('../chat/messageStore.js').NewMessage} NewMessage
 * @typedef {import('../chat/messageStore.js').Sent} Sent
 */

/**
 * Stores messages: gives dense ids, stores each (user, clientId) once, and finds out what became of an insert that
 * failed. One process writes; the unique index on id is the fence against a second one.
 */
export class MessageInserts {
  #backend;
  #recent;
  #lastTold = 0;
  /** @type {{ at: number, error: unknown } | null} the newest insert failed, then (ms) and so */
  #failure = null;
  /** @type {Message[]} an insert that failed without saying what of it was stored: settled before the next one */
  #doubt = [];
  #isUnderWay = false;

  /**
   * @param {import('./backend.js').BackendMessages} backend
   * @param {import('./recentMessages.js').RecentMessages} recent
   */
  constructor(backend, recent) {
    this.#backend = backend;
    this.#recent = recent;
  }

  begin() {
    this.#lastTold = this.#recent.lastId;
  }

  /**
   * Whether memory ends where the store does. An insert that failed may still be stored, until another takes its ids.
   */
  get isCertain() {
    return !this.#isUnderWay && this.#doubt.length === 0 && this.#failure === null;
  }

  /** A full disk answers and stores nothing. @throws {NotWritten} where the newest insert failed a few seconds ago */
  check() {
    if (this.#failure === null || performance.now() - this.#failure.at > contract.limits.failedInsertShownMs) return;
    throw new NotWritten('the last insert failed', { cause: this.#failure.error });
  }

  /** See Messages.append. @param {NewMessage[]} drafts @returns {Promise<{ answers: Sent[], stored: Message[] }>} */
  async append(drafts) {
    this.#isUnderWay = true;
    try {
      await this.#settleDoubt();
      const answers = await this.#insert(drafts);
      const stored = this.#recent.slice(this.#lastTold + 1, this.#recent.lastId);
      this.#lastTold = this.#recent.lastId;
      return { answers, stored };
    } finally {
      this.#isUnderWay = false;
    }
  }

  /** @param {NewMessage[]} drafts */
  async #insert(drafts) {
    /** @type {Map<string, number>} the ids that this call gave, by key */
    const given = new Map();
    /** @type {Map<string, Message>} messages too old for memory that some drafts repeat */
    const older = new Map();
    for (;;) {
      const fresh = this.#numbered(drafts, older);
      if (fresh.length === 0) return drafts.map((draft) => this.#answer(draft, given, older));
      for (const message of fresh) given.set(keyFor(message), message.id);
      try {
        await this.#backend.insert(fresh);
        this.#failure = null;
        this.#recent.add(fresh);
      } catch (error) {
        this.#doubt = fresh;
        if (!(error instanceof DuplicateKey)) {
          this.#failure = { at: performance.now(), error };
          throw error;
        }
        await this.#learnFromDuplicate(fresh, older);
      }
    }
  }

  /**
   * The drafts that are not stored yet, with the next ids.
   * @param {NewMessage[]} drafts
   * @param {Map<string, Message>} older
   */
  #numbered(drafts, older) {
    /** @type {Map<string, Message>} */
    const fresh = new Map();
    for (const draft of drafts) {
      const key = keyFor(draft);
      if (this.#recent.known(key) || older.has(key) || fresh.has(key)) continue;
      const { user, text, at, clientId } = draft;
      fresh.set(key, { id: this.#recent.lastId + fresh.size + 1, user, text, at, clientId });
    }
    return [...fresh.values()];
  }

  /**
   * @param {NewMessage} draft
   * @param {Map<string, number>} given
   * @param {Map<string, Message>} older
   * @returns {Sent}
   */
  #answer(draft, given, older) {
    const key = keyFor(draft);
    const message = /** @type {Message} */ (this.#recent.known(key) ?? older.get(key));
    const repeated = given.get(key) !== message.id;
    given.delete(key); // a second draft with this clientId in the same batch repeats the first
    return { message, repeated };
  }

  /**
   * A key is taken: a clientId by a message too old for memory, or an id by an insert that was given up and came late.
   * @param {Message[]} fresh
   * @param {Map<string, Message>} older takes what the clientIds were found under
   */
  async #learnFromDuplicate(fresh, older) {
    const rest = fresh.slice(await this.#settleDoubt());
    let found = await this.#find(rest.slice(0, 1)); // an insert goes on to the first key that is taken, mostly
    const last = this.#recent.lastId;
    // An id above the last came by the late insert: pages have it from now on.
    if (found.length === 0 || found[0].id > last) {
      this.#recent.add(await this.#backend.range(last + 1, Number.MAX_SAFE_INTEGER));
      if (this.#recent.lastId > last) return;
      found = await this.#find(rest);
      // Without this a key that nothing explains would be tried for ever.
      if (found.length === 0) throw new ChatError('store_unavailable');
    }
    for (const message of found) older.set(keyFor(message), message);
  }

  /**
   * Finds out by halving how far the insert in doubt came: an insert stores in order and stops where it fails.
   * @returns {Promise<number>} how many of its messages are stored
   */
  async #settleDoubt() {
    const doubt = this.#doubt;
    const isStored = async (/** @type {number} */ i) => (await this.#find([doubt[i]]))[0]?.id === doubt[i].id;
    let stored = 0;
    let end = doubt.length;
    for (let probe = 0; stored < end; probe = (stored + end) >> 1) {
      if (await isStored(probe)) stored = probe + 1;
      else end = probe;
    }
    this.#recent.add(doubt.slice(0, stored));
    this.#doubt = [];
    return stored;
  }

  /** @param {Message[]} messages */
  #find(messages) {
    return this.#backend.find(messages.map(({ user, clientId }) => ({ userId: user.id, clientId })));
  }
}
