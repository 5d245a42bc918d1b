import { setTimeout as sleep } from 'node:timers/promises';
import { ChatError } from '../../ChatError.js';

/** @import { Message } from '../../chat/stores.js' */
/** @import { Peers } from '../database.js' */

/**
 * @typedef {object} Sequence messages by dense numbers: their ids, or the revisions of their changes
 * @property {() => number} end the highest known number
 * @property {(end: number) => Promise<Message[]>} readAfter all with a higher number, in rising order
 * @property {(messages: Message[]) => Message[]} remember returns those that now follow the end
 * @property {(stored: Message[]) => void} publish tells other processes what was stored
 */

/**
 * @callback Write
 * @param {Message[]} messages with the next numbers
 * @param {() => Promise<boolean>} store false: a unique key is taken
 * @param {(message: Message) => boolean} [isOwn] whether this call may have stored it
 * @returns {Promise<boolean>} false: the end has been read, so the rest is to be numbered again
 */

// Numbering is tried again for this long, since other processes may be first.
const ATTEMPTS_MS = 4000;
// News of another process's write comes at about the same time as its token.
const NEWS_WAIT_MS = 50;

/**
 * Gives dense numbers: the next ones after the highest known. The unique index is the fence: if another write took a
 * number first, the end is read, and the rest is numbered again. The end is also read after a write without an answer.
 * With several processes, a token gives each its turn.
 */
export class Numbering {
  #isEndKnown = true;
  /** @type {Message[]} not broadcast yet, in the order of their numbers */
  #news = [];
  #sequence;
  #peers;

  /** @param {Sequence} sequence @param {Peers} peers */
  constructor(sequence, peers) {
    this.#sequence = sequence;
    this.#peers = peers;
  }

  /**
   * Must not be called again before it is done, nor together with readNew.
   * @template Answer
   * @param {(write: Write) => Promise<Answer[]>} task
   * @returns {Promise<{ answers: Answer[], stored: Message[] }>} stored: all that is new since the last call
   */
  inTurn(task) {
    return this.#peers.turn(async (token) => {
      const { end } = token;
      token.end = 0; // unknown, should this call fail
      await this.#findEnd(end);
      const giveUpAt = performance.now() + ATTEMPTS_MS;
      const answers = await task(async (messages, store, isOwn = () => false) => {
        this.#isEndKnown = false;
        if (await store()) {
          this.#isEndKnown = true;
          this.#remember(messages);
          return true;
        }
        if (performance.now() > giveUpAt) throw new ChatError('store_unavailable');
        const found = await this.#readEnd();
        if (end > 0 && !found.every(isOwn)) token.isOvertaken = true;
        return false;
      });
      token.end = this.#sequence.end();
      const stored = this.#takeNews();
      if (stored.length > 0) this.#sequence.publish(stored);
      return { answers, stored };
    });
  }

  /** @returns {Promise<Message[]>} what is new in the store */
  async readNew() {
    await this.#readEnd();
    return this.#takeNews();
  }

  /** @param {Message[]} messages of another process @returns {Message[]} what is new */
  receive(messages) {
    this.#remember(messages);
    return this.#takeNews();
  }

  /**
   * Waits for news up to the token's number. If they do not come, it asks the store, because a wrong token must not
   * leave a gap. Without a token it asks at once.
   * @param {number} end of the token
   */
  async #findEnd(end) {
    const until = performance.now() + NEWS_WAIT_MS;
    while (this.#sequence.end() < end && performance.now() < until) await sleep(1);
    const hasNoToken = end === 0 && !this.#peers.isAlone;
    if (hasNoToken || !this.#isEndKnown || this.#sequence.end() < end) await this.#readEnd();
  }

  async #readEnd() {
    const found = await this.#sequence.readAfter(this.#sequence.end());
    this.#remember(found);
    this.#isEndKnown = true;
    return found;
  }

  /** @param {Message[]} messages */
  #remember(messages) {
    for (const message of this.#sequence.remember(messages)) this.#news.push(message);
  }

  #takeNews() {
    const news = this.#news;
    this.#news = [];
    return news;
  }
}
