import { ChatError } from '../ChatError.js';
import { contract } from '../contract.js';

/**
 * What is left out is as contract.json says.
 * @template Draft, Answer, Stored
 * @typedef {object} StoreQueueParts
 * @property {(drafts: Draft[]) => Promise<{ answers: Answer[], stored: Stored[] }>} insert one insert: an answer for
 *   each draft, and what is new in the store, in id order
 * @property {import('./broadcast.js').Broadcast<Stored>} broadcast tells what was stored to everybody
 * @property {number} [maxMessages] of one insert
 * @property {number} [maxBytes] of one insert
 * @property {number} [pendingMaxMessages] that may wait for the store
 * @property {number} [deadlineMs] a draft without an answer by then is answered store_unavailable
 * @property {(batch: { messages: number, seconds: number }) => void} [onInsert]
 * @property {() => number} [now] ms
 */

/**
 * @template Draft, Answer
 * @typedef {{ draft: Draft, bytes: number, since: number } & PromiseWithResolvers<Answer>} Waiting
 */

// The contract allows 5 s: the rest is for the answer.
const DEADLINE_MS = 4500;
const DEADLINE_CHECK_MS = 250;

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
  /** An insert is in flight, or begins at the end of this turn. */
  #isBusy = false;
  #isClosed = false;
  /** Others may have stored what this process has not heard of. */
  #isBehind = false;
  /** @type {(() => void) | null} */
  #drained = null;
  #deadlines;
  #parts;
  #now;

  /** @param {StoreQueueParts<Draft, Answer, Stored>} parts */
  constructor(parts) {
    this.#parts = { ...contract.window, deadlineMs: DEADLINE_MS, ...parts };
    this.#now = parts.now ?? (() => performance.now());
    this.#deadlines = setInterval(() => this.#expire(), DEADLINE_CHECK_MS).unref();
  }

  /**
   * Takes a draft to the store with the next insert.
   * @param {Draft} draft
   * @param {number} bytes its size, as counted against maxBytes
   * @returns {Promise<Answer>} before the message is broadcast
   * @throws {ChatError} store_unavailable
   */
  push(draft, bytes) {
    const waiting = this.#pending.length + this.#inFlight.length;
    if (this.#isClosed || waiting >= this.#parts.pendingMaxMessages) return Promise.reject(unavailable());
    /** @type {PromiseWithResolvers<Answer>} */
    const answer = Promise.withResolvers();
    this.#pending.push({ draft, bytes, since: this.#now(), ...answer });
    if (!this.#isBusy) this.#begin();
    return answer.promise;
  }

  /** Asks for what other processes have stored, once no insert is in flight. */
  catchUp() {
    this.#isBehind = true;
    if (!this.#isBusy && !this.#isClosed) this.#begin();
  }

  /** Takes no more messages. @returns {Promise<void>} resolves when all were stored and told */
  async close() {
    this.#isClosed = true;
    if (this.#isBusy) await new Promise((resolve) => (this.#drained = () => resolve(undefined)));
    clearInterval(this.#deadlines);
    await this.#parts.broadcast.drain();
  }

  /** At the end of this turn: what arrives in the same turn shares an insert. */
  #begin() {
    this.#isBusy = true;
    setImmediate(() => this.#insert());
  }

  async #insert() {
    this.#inFlight = this.#isBehind ? [] : this.#nextBatch();
    this.#isBehind = false;
    const started = this.#now();
    const oldest = this.#inFlight[0]?.since ?? started;
    const drafts = this.#inFlight.map((waiting) => waiting.draft);
    const result = await this.#parts.insert(drafts).catch((error) => this.#fail(error));
    const seconds = (this.#now() - started) / 1000;
    if (result) this.#inFlight.forEach((waiting, i) => waiting.resolve(result.answers[i]));
    this.#inFlight = [];
    this.#isBusy = false;
    // Before the broadcast, which keeps the loop busy: the database never waits for it.
    if (this.#pending.length > 0 || this.#isBehind) this.#begin();
    if (result && result.stored.length > 0) this.#parts.broadcast.add(result.stored, oldest);
    if (!this.#isBusy) this.#drained?.();
    if (result && drafts.length > 0) this.#parts.onInsert?.({ messages: drafts.length, seconds });
  }

  /** The messages that wait behind a failed insert would fail too. @param {unknown} error */
  #fail(error) {
    for (const waiting of [...this.#inFlight, ...this.#pending]) waiting.reject(error);
    this.#pending = [];
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

  #expire() {
    const limit = this.#now() - this.#parts.deadlineMs;
    for (const waiting of this.#inFlight) if (waiting.since < limit) waiting.reject(unavailable());
    while (this.#pending[0]?.since < limit) this.#pending.shift()?.reject(unavailable());
  }
}

const unavailable = () => new ChatError('store_unavailable');
