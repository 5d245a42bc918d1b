import { ChatError } from '../ChatError.js';
import { contract } from '../contract.js';

/**
 * The defaults are in contract.json, except the deadline's.
 * @template Draft, Answer, Stored
 * @typedef {object} StoreQueueOptions
 * @property {(drafts: Draft[]) => Promise<{ answers: Answer[], stored: Stored[] }>} insert answers: one for each draft;
 *   stored: everything new in the store, in id order
 * @property {() => Promise<Stored[]>} readNew reads what other processes have stored
 * @property {(stored: Stored[]) => void} onStored called after the answers
 * @property {number} [insertMaxMessages]
 * @property {number} [pendingMaxMessages] most messages that may wait for the store
 * @property {number} [deadlineMs] after it a draft without an answer gets store_unavailable
 */

/**
 * @template Draft, Answer
 * @typedef {{ draft: Draft, since: number } & PromiseWithResolvers<Answer>} WaitingMessage
 */

// The contract allows 5 s; the rest is for sending the answer.
const DEADLINE_MS = 4500;
const DEADLINE_CHECK_MS = 250;

/**
 * The queue before the store. While it is idle it stores a message at once; while an insert is in flight, messages
 * gather for the next insert.
 * @template Draft, Answer, Stored
 */
export class StoreQueue {
  /** @type {WaitingMessage<Draft, Answer>[]} */
  #pending = [];
  /** @type {WaitingMessage<Draft, Answer>[]} */
  #inFlight = [];
  /** Whether an insert is in flight, or begins at the end of this turn. */
  #isBusy = false;
  #isClosed = false;
  /** Other processes may have stored more. */
  #isBehind = false;
  /** @type {(() => void) | null} */
  #onDrained = null;
  #deadlineTimer;
  #options;

  /** @param {StoreQueueOptions<Draft, Answer, Stored>} options */
  constructor(options) {
    this.#options = { ...contract.storeQueue, deadlineMs: DEADLINE_MS, ...options };
    this.#deadlineTimer = setInterval(() => this.#expire(), DEADLINE_CHECK_MS).unref();
  }

  /**
   * @param {Draft} draft
   * @returns {Promise<Answer>} before onStored
   * @throws {ChatError} store_unavailable
   */
  push(draft) {
    const waiting = this.#pending.length + this.#inFlight.length;
    if (this.#isClosed || waiting >= this.#options.pendingMaxMessages) return Promise.reject(unavailable());
    /** @type {PromiseWithResolvers<Answer>} */
    const answer = Promise.withResolvers();
    this.#pending.push({ draft, since: performance.now(), ...answer });
    if (!this.#isBusy) this.#begin();
    return answer.promise;
  }

  /** Reads what other processes have stored, before the next insert. */
  catchUp() {
    this.#isBehind = true;
    if (!this.#isBusy && !this.#isClosed) this.#begin();
  }

  /** Takes no more messages. @returns {Promise<void>} resolves when all are stored, and their senders have answers */
  async close() {
    this.#isClosed = true;
    if (this.#isBusy) await new Promise((resolve) => (this.#onDrained = () => resolve(undefined)));
    clearInterval(this.#deadlineTimer);
  }

  /** Begins at the end of this turn: what arrives in the same turn shares an insert. */
  #begin() {
    this.#isBusy = true;
    setImmediate(() => this.#run());
  }

  async #run() {
    const stored = await (this.#isBehind ? this.#readNew() : this.#insert());
    this.#isBusy = false;
    // Before onStored, so that the database does not wait for a broadcast.
    if (this.#pending.length > 0 || this.#isBehind) this.#begin();
    this.#options.onStored(stored);
    if (!this.#isBusy && this.#onDrained) setImmediate(this.#onDrained);
  }

  #readNew() {
    this.#isBehind = false;
    return this.#options.readNew().catch(() => []);
  }

  /** The messages that wait behind a failed insert would fail too. */
  async #insert() {
    const batch = (this.#inFlight = this.#pending.splice(0, this.#options.insertMaxMessages));
    try {
      const { answers, stored } = await this.#options.insert(batch.map(({ draft }) => draft));
      batch.forEach((waiting, i) => waiting.resolve(answers[i]));
      return stored;
    } catch (error) {
      for (const waiting of [...batch, ...this.#pending]) waiting.reject(error);
      this.#pending = [];
      return [];
    } finally {
      this.#inFlight = [];
    }
  }

  #expire() {
    const earliest = performance.now() - this.#options.deadlineMs;
    for (const waiting of this.#inFlight) if (waiting.since < earliest) waiting.reject(unavailable());
    while (this.#pending[0]?.since < earliest) this.#pending.shift()?.reject(unavailable());
  }
}

const unavailable = () => new ChatError('store_unavailable');
