import { setTimeout as sleep } from 'node:timers/promises';
import { DuplicateKey } from './attempt.js';
import { keyOf } from './recentMessages.js';

/**
 * @typedef {import('../../chat/stores.js').Message} Message
 * @typedef {import('../../chat/stores.js').NewMessage} NewMessage
 */

/**
 * @typedef {{ end: number, isOvertaken: boolean }} Token end: the highest number that is given, 0 where nobody knows;
 *   isOvertaken: somebody without the token gave one
 *
 * @typedef {object} Peers other processes that number
 * @property {<T>(task: (token: Token) => Promise<T>) => Promise<T>} turn runs it when no other process numbers, as far
 *   as can be: the unique index decides
 * @property {(news: any) => void} publish what was stored, to the other processes
 */

/** One process numbers. @type {Peers} */
export const alone = { turn: (task) => task({ end: 0, isOvertaken: false }), publish() {} };

// Others may number at the same time, and are as quick.
export const TRY_MS = 4000;
const NEWS_MS = 50;

/**
 * Stores messages under dense ids: a batch is numbered after the last known id. The unique index on id is the fence. If
 * another insert took an id first, the end is read and the rest is numbered again. An insert stores in order and stops
 * where it fails, so no id is ever skipped. Where there are several processes a token says whose turn it is.
 */
export class Numbering {
  #documents;
  #recent;
  #peers;
  /** Whether the store ends where memory does. */
  #isCertain = true;
  /** @type {Message[]} stored and not broadcast yet, in id order */
  #unannounced = [];
  #heard = () => {};

  /**
   * @param {object} documents
   * @param {(messages: Message[]) => Promise<void>} documents.insert in order, up to the first whose key is taken
   * @param {(key: string) => Promise<Message | null>} documents.under the message under a key
   * @param {(id: number) => Promise<Message[]>} documents.above all with a higher id, in rising order
   * @param {import('./recentMessages.js').RecentMessages} recent
   * @param {Peers} [peers]
   */
  constructor(documents, recent, peers = alone) {
    this.#documents = documents;
    this.#recent = recent;
    this.#peers = peers;
  }

  /** See MessageStore. @param {NewMessage[]} drafts */
  async append(drafts) {
    if (drafts.length > 0) return this.#peers.turn((token) => this.#append(drafts, token));
    await this.#readEnd();
    return { answers: [], stored: this.#takeUnannounced() };
  }

  /** See MessageStore. @param {Message[]} messages */
  hear(messages) {
    this.#learn(messages);
    this.#heard();
    return this.#takeUnannounced();
  }

  /** @param {NewMessage[]} drafts @param {Token} token */
  async #append(drafts, token) {
    const from = token.end;
    token.end = 0; // while the end is in doubt
    if (from > this.#recent.lastId) await this.#reach(from);
    /** @type {Map<string, Message>} what is stored, by key */
    const stored = new Map();
    /** @type {Map<string, number>} the id that this call gave, by key */
    const given = new Map();
    for (const end = performance.now() + TRY_MS; ;) {
      if (!this.#isCertain) await this.#readEnd();
      const fresh = this.#number(drafts, stored);
      if (fresh.length === 0) {
        token.end = this.#recent.lastId;
        return { answers: drafts.map((draft) => answer(draft, stored, given)), stored: this.#takeUnannounced() };
      }
      for (const message of fresh) given.set(keyOf(message), message.id);
      this.#isCertain = false;
      try {
        await this.#documents.insert(fresh);
        this.#isCertain = true;
        this.#learn(fresh);
        this.#peers.publish(fresh);
        for (const message of fresh) stored.set(keyOf(message), message);
      } catch (error) {
        if (!(error instanceof DuplicateKey) || performance.now() > end) throw error;
        const found = await this.#readEnd();
        const isOfOther = (/** @type {Message} */ one) => one.id > from && given.get(keyOf(one)) !== one.id;
        if (from > 0 && found.some(isOfOther)) token.isOvertaken = true;
        // Where no id was taken, it was a clientId that is too old for memory.
        const [first] = this.#number(drafts, stored);
        const older = first && (await this.#documents.under(keyOf(first)));
        if (older) stored.set(keyOf(older), older);
      }
    }
  }

  /**
   * The drafts that are not stored yet, with the next ids.
   * @param {NewMessage[]} drafts
   * @param {Map<string, Message>} stored takes those that memory knows
   */
  #number(drafts, stored) {
    /** @type {Map<string, Message>} */
    const fresh = new Map();
    for (const draft of drafts) {
      const key = keyOf(draft);
      const known = stored.get(key) ?? this.#recent.under(key);
      if (known) stored.set(key, known);
      else if (!fresh.has(key)) fresh.set(key, { id: this.#recent.lastId + fresh.size + 1, ...draft });
    }
    return [...fresh.values()];
  }

  /**
   * What a token says to be stored is in the news that are under way. Where it is not, the store is asked: a token that
   * is wrong must not leave a gap.
   * @param {number} end
   */
  async #reach(end) {
    for (const until = performance.now() + NEWS_MS; this.#recent.lastId < end;) {
      if (performance.now() > until) return this.#readEnd();
      const heard = new Promise((resolve) => (this.#heard = () => resolve(undefined)));
      await Promise.race([heard, sleep(NEWS_MS, undefined, { ref: false })]);
    }
  }

  async #readEnd() {
    const last = this.#recent.lastId; // it moves on by news
    const found = await this.#documents.above(last);
    // A read that met an insert half way may have passed over an id: what follows is read again.
    const gap = found.findIndex(({ id }, i) => id !== last + 1 + i);
    this.#learn(gap === -1 ? found : found.slice(0, gap));
    this.#isCertain = true;
    return found;
  }

  /** @param {Message[]} messages */
  #learn(messages) {
    for (const message of this.#recent.fill(messages)) this.#unannounced.push(message);
  }

  #takeUnannounced() {
    const unannounced = this.#unannounced;
    this.#unannounced = [];
    return unannounced;
  }
}

/**
 * @param {NewMessage} draft
 * @param {Map<string, Message>} stored
 * @param {Map<string, number>} given
 */
function answer(draft, stored, given) {
  const key = keyOf(draft);
  const message = /** @type {Message} */ (stored.get(key));
  // Another process may have given the same id under this key.
  const repeated = given.get(key) !== message.id || message.at !== draft.at;
  given.delete(key); // a second draft with this clientId repeats the first
  return { message, repeated };
}
