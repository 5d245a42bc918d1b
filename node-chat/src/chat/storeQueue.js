import { ChatError } from '../ChatError.js';

/**
 * @template Draft, Answer, Stored
 * @typedef {object} StoreQueueParts
 * @property {(drafts: Draft[]) => Promise<{ answers: Answer[], stored: Stored[] }>} insert one insert: an answer for
 *   each draft, and what is new in the store, in id order
 * @property {(stored: Stored[], since: number) => void} onStored after the senders have their answers; since: when
 *   the oldest draft came
 * @property {number} maxMessages of one insert
 * @property {number} maxBytes of one insert
 * @property {number} pendingMax messages that may wait for the store
 * @property {number} deadlineMs a draft without an answer by then is answered store_unavailable
 * @property {(batch: { messages: number, seconds: number }) => void} [onInsert]
 * @property {(error: unknown) => void} [onAnswerError] a sender could not be answered; messages stay stored
 * @property {() => number} [now] ms
 */

/**
 * @template Draft, Answer
 * @typedef {{ draft: Draft, bytes: number, since: number, done: ((error: unknown, answer?: Answer) => void) | null }}
 *   Waiting
 */

const DEADLINE_CHECK_MS = 250;
// After an insert that failed without an answer the store is asked what it did store, so that it is told to everybody.
const SETTLE_MS = 1000;

/**
 * The queue in front of the store. An idle one stores a message at once; while an insert is in flight messages gather
 * for the next.
 * @template Draft, Answer, Stored
 */
export class StoreQueue {
  /** @type {Waiting<Draft, Answer>[]} */
  #pending = [];
  /** @type {Waiting<Draft, Answer>[]} */
  #inFlight = [];
  /** An insert is in flight, or starts at the end of this turn. */
  #isBusy = false;
  #isStarting = false;
  #isClosed = false;
  /** @type {NodeJS.Timeout | null} */
  #settling = null;
  /** @type {(() => void) | null} */
  #drained = null;
  #deadlines;
  #parts;
  #now;

  /** @param {StoreQueueParts<Draft, Answer, Stored>} parts */
  constructor(parts) {
    this.#parts = parts;
    this.#now = parts.now ?? (() => performance.now());
    this.#deadlines = setInterval(() => this.#expire(), DEADLINE_CHECK_MS).unref();
  }

  /** Whether the next insert is to go out in this turn. */
  get isStarting() {
    return this.#isStarting;
  }

  /**
   * Takes a draft to the store with the next insert.
   * @param {Draft} draft
   * @param {number} bytes its size, as counted against maxBytes
   * @param {(error: unknown, answer?: Answer) => void} done called once, before the message is broadcast
   */
  push(draft, bytes, done) {
    const waiting = this.#pending.length + this.#inFlight.length;
    if (this.#isClosed || waiting >= this.#parts.pendingMax) return done(new ChatError('store_unavailable'));
    this.#pending.push({ draft, bytes, since: this.#now(), done });
    if (this.#isBusy) return;
    this.#isBusy = this.#isStarting = true;
    // The end of this turn: what arrived in one read of a socket shares an insert.
    setImmediate(() => {
      this.#isStarting = false;
      this.#insert();
    });
  }

  /** Takes no more messages. @returns {Promise<void>} resolves when nothing is pending or in flight */
  async close() {
    this.#isClosed = true;
    if (this.#isBusy) await new Promise((resolve) => (this.#drained = () => resolve(undefined)));
    clearInterval(this.#deadlines);
    if (this.#settling) clearTimeout(this.#settling);
  }

  async #insert() {
    this.#inFlight = this.#nextBatch();
    const started = this.#now();
    const oldest = this.#inFlight[0]?.since ?? started;
    const drafts = this.#inFlight.map((waiting) => waiting.draft);
    const result = await this.#parts.insert(drafts).catch((error) => this.#fail(error));
    if (result) {
      const messages = this.#inFlight.length;
      if (messages > 0) this.#parts.onInsert?.({ messages, seconds: (this.#now() - started) / 1000 });
      this.#inFlight.forEach((waiting, i) => this.#settle(waiting, null, result.answers[i]));
      if (result.stored.length > 0) this.#parts.onStored(result.stored, oldest);
    }
    this.#inFlight = [];
    if (this.#pending.length > 0) return void this.#insert();
    this.#isBusy = false;
    this.#drained?.();
  }

  /** What waits behind a failed insert would fail too. @param {unknown} error */
  #fail(error) {
    for (const waiting of [...this.#inFlight, ...this.#pending]) this.#settle(waiting, error);
    this.#pending = [];
    if (!this.#isClosed) this.#settling ??= setTimeout(() => this.#settleDoubt(), SETTLE_MS);
    return null;
  }

  #settleDoubt() {
    this.#settling = null;
    if (this.#isBusy) return; // the insert that is in flight asks
    this.#isBusy = true;
    this.#insert();
  }

  #nextBatch() {
    const { maxMessages, maxBytes } = this.#parts;
    let bytes = 0;
    let count = 0;
    while (count < this.#pending.length && count < maxMessages) {
      bytes += this.#pending[count].bytes;
      if (count > 0 && bytes > maxBytes) break;
      count++;
    }
    return this.#pending.splice(0, count);
  }

  /** @param {Waiting<Draft, Answer>} waiting @param {unknown} error @param {Answer} [answer] */
  #settle(waiting, error, answer) {
    const { done } = waiting;
    waiting.done = null;
    try {
      done?.(error, answer);
    } catch (failure) {
      this.#parts.onAnswerError?.(failure); // a sender who cannot be answered keeps nobody else from an answer
    }
  }

  #expire() {
    const limit = this.#now() - this.#parts.deadlineMs;
    for (const waiting of this.#inFlight)
      if (waiting.since < limit) this.#settle(waiting, new ChatError('store_unavailable'));
    while (this.#pending.length > 0 && this.#pending[0].since < limit) {
      this.#settle(/** @type {Waiting<Draft, Answer>} */ (this.#pending.shift()), new ChatError('store_unavailable'));
    }
  }
}
