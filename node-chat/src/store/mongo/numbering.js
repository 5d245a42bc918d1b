import { setTimeout as sleep } from 'node:timers/promises';
import { DuplicateKey } from './attempt.js';
import { keyOf } from './recentMessages.js';

/** @import { Message, NewMessage } from '../../chat/stores.js' */
/** @import { Peers, Token } from '../database.js' */
/** @import { RecentMessages } from './recentMessages.js' */

/** For a single process. @type {Peers} */
export const noPeers = { turn: (task) => task({ end: 0, isOvertaken: false }), publish() {} };

// Time for attempts, since other processes that number at the same time may be first.
export const ATTEMPTS_MS = 4000;
// News of another process's insert comes at about the same time as its token.
const NEWS_WAIT_MS = 50;
// News so far beyond a gap is not kept: the store is asked for it, as for the gap.
const AHEAD_MAX = 10_000;

/**
 * Stores messages under dense ids: a batch is numbered after the last known id. The unique index on id is the fence. If
 * another insert took an id first, the end is read and the rest is numbered again. An insert stores in order and stops
 * at a failure, so no id is ever skipped. With several processes, a token gives each its turn.
 */
export class Numbering {
  #documents;
  #recent;
  #peers;
  #isEndKnown = true;
  /** @type {Message[]} stored and not broadcast yet, in id order */
  #news = [];

  /**
   * @param {object} documents
   * @param {(messages: Message[]) => Promise<void>} documents.insert in order, up to the first whose key is taken
   * @param {(key: string) => Promise<Message | null>} documents.findByKey the message under a key
   * @param {(id: number) => Promise<Message[]>} documents.findAfter all with a higher id, in rising order
   * @param {RecentMessages} recent
   * @param {Peers} [peers]
   */
  constructor(documents, recent, peers = noPeers) {
    this.#documents = documents;
    this.#recent = recent;
    this.#peers = peers;
  }

  /** See MessageStore. @param {NewMessage[]} drafts */
  append(drafts) {
    return this.#peers.turn((token) => this.#append(drafts, token));
  }

  async readNew() {
    await this.#readEnd();
    return this.#takeNews();
  }

  /** See MessageStore. @param {Message[]} messages */
  receive(messages) {
    if (messages[0].id <= this.#recent.lastId + AHEAD_MAX) this.#remember(messages);
    return this.#takeNews();
  }

  /** @param {NewMessage[]} drafts @param {Token} token */
  async #append(drafts, token) {
    const { end } = token;
    token.end = 0; // unknown, should this call fail
    await this.#awaitNews(end);
    /** @type {Map<string, Message>} what is stored of the drafts, by key */
    const stored = new Map();
    /** @type {Map<string, number>} the ids that this call has given, by key */
    const givenIds = new Map();
    const giveUpAt = performance.now() + ATTEMPTS_MS;
    for (;;) {
      if (!this.#isEndKnown) await this.#readEnd();
      const numbered = this.#number(drafts, stored);
      if (numbered.length === 0) break;
      for (const message of numbered) givenIds.set(keyOf(message), message.id);
      try {
        await this.#insert(numbered);
      } catch (error) {
        if (!(error instanceof DuplicateKey) || performance.now() > giveUpAt) throw error;
        const found = await this.#readEnd();
        if (end > 0 && found.some((one) => one.id > end && !givenIds.has(keyOf(one)))) token.isOvertaken = true;
        await this.#findRepeated(drafts, stored);
      }
    }
    token.end = this.#recent.lastId;
    return { answers: drafts.map((draft) => answer(draft, stored, givenIds)), stored: this.#takeNews() };
  }

  /** @param {Message[]} numbered */
  async #insert(numbered) {
    this.#isEndKnown = false;
    await this.#documents.insert(numbered);
    this.#isEndKnown = true;
    this.#remember(numbered);
    this.#peers.publish(numbered);
  }

  /**
   * If no id was taken, the key was: by a clientId that is too old for memory.
   * @param {NewMessage[]} drafts @param {Map<string, Message>} stored gets the message under the first draft's key
   */
  async #findRepeated(drafts, stored) {
    const [first] = this.#number(drafts, stored);
    const repeated = first && (await this.#documents.findByKey(keyOf(first)));
    if (repeated) stored.set(keyOf(repeated), repeated);
  }

  /**
   * Gives the next ids to drafts that are not stored yet.
   * @param {NewMessage[]} drafts
   * @param {Map<string, Message>} stored gets the drafts that memory knows as stored
   */
  #number(drafts, stored) {
    /** @type {Map<string, Message>} */
    const numbered = new Map();
    for (const draft of drafts) {
      const key = keyOf(draft);
      const message = stored.get(key) ?? this.#recent.findByKey(key);
      if (message) stored.set(key, message);
      else if (!numbered.has(key)) numbered.set(key, { id: this.#recent.lastId + numbered.size + 1, ...draft });
    }
    return [...numbered.values()];
  }

  /**
   * Waits for news of the messages up to the token's number. If they do not come, it asks the store, because a wrong
   * token must not leave a gap.
   * @param {number} end
   */
  async #awaitNews(end) {
    const until = performance.now() + NEWS_WAIT_MS;
    while (this.#recent.lastId < end && performance.now() < until) await sleep(1);
    if (this.#recent.lastId < end) await this.#readEnd();
  }

  async #readEnd() {
    const found = await this.#documents.findAfter(this.#recent.lastId);
    this.#remember(found);
    this.#isEndKnown = true;
    return found;
  }

  /** @param {Message[]} messages in rising id order */
  #remember(messages) {
    for (const message of this.#recent.addOrHold(messages)) this.#news.push(message);
  }

  #takeNews() {
    const news = this.#news;
    this.#news = [];
    return news;
  }
}

/** @param {NewMessage} draft @param {Map<string, Message>} stored @param {Map<string, number>} givenIds */
function answer(draft, stored, givenIds) {
  const key = keyOf(draft);
  const message = /** @type {Message} */ (stored.get(key));
  // Another process may have given the same id under this key.
  const isNew = givenIds.get(key) === message.id && message.at === draft.at;
  givenIds.delete(key); // a second draft with this clientId repeats the first
  return { message, isNew };
}
