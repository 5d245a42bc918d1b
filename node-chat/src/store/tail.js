import { attempt } from './mongo/attempt.js';

// Half of the time that a call has: the write has what is left.
const CLEAR_MS = 2000;
// A burst of messages clears the tail once.
const QUIET_MS = 1000;
const LOOK_MS = 250;

/**
 * The end of the store, as a small document in the database, left while nothing is written and cleared before the next
 * write: a start that finds one reads no history. (FerretDB scans for every read: 20 s for 300,000 messages.) A process
 * that is killed while it writes leaves none.
 */
export class Tail {
  #place;
  #read;
  /** @type {NodeJS.Timeout | undefined} */
  #timer;
  /** Whether it may be in the database. */
  #isLeft;
  /** @type {Promise<void>} the newest call to the place, which takes one at a time */
  #last = Promise.resolve();
  #writing = 0;
  #quietSince = performance.now();

  /**
   * @param {import('./backend.js').TailPlace} place
   * @param {() => import('./backend.js').StoreTail | null} read null while it is not certain
   */
  constructor(place, read) {
    this.#place = place;
    this.#read = read;
    this.#isLeft = place.found !== null;
  }

  /** The store is loaded: from now on the tail is left. */
  begin() {
    this.#timer = setInterval(() => performance.now() - this.#quietSince > QUIET_MS && this.leave(), LOOK_MS).unref();
  }

  /**
   * @template T
   * @param {(spentMs: number) => Promise<T>} write told how much of its time the clearing took
   * @returns {Promise<T>}
   * @throws {import('../ChatError.js').ChatError} store_unavailable; nothing is written if the tail cannot be cleared
   */
  async during(write) {
    this.#writing++;
    const began = performance.now();
    try {
      await attempt(CLEAR_MS, () => this.#clear());
      return await write(performance.now() - began);
    } finally {
      this.#writing--;
      this.#quietSince = performance.now();
    }
  }

  /** Leaves the tail, unless something is being written. */
  async leave() {
    const tail = this.#isLeft || this.#writing > 0 ? null : this.#read();
    if (tail) {
      this.#isLeft = true; // even if the call fails: the database may have done it
      this.#last = this.#place.leave(tail).catch(() => {});
    }
    await this.#last;
  }

  async #clear() {
    const clearing = this.#last.then(async () => {
      if (this.#isLeft) await this.#place.clear();
      this.#isLeft = false;
    });
    this.#last = clearing.catch(() => {});
    await clearing;
  }

  /** Nothing is written any more. */
  async close() {
    clearInterval(this.#timer);
    await this.leave();
  }
}
