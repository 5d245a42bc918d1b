import { FairQueue } from './fairQueue.js';

/** Runs so many tasks at a time. Those who bring tasks take turns, however many one of them brings. */
export class FairTurns {
  /** @type {FairQueue<() => void>} what starts the tasks that wait */
  #waiting = new FairQueue();
  #free;

  /** @param {number} atOnce */
  constructor(atOnce) {
    this.#free = atOnce;
  }

  /** @template T @param {string} who @param {() => T | Promise<T>} task @returns {Promise<T>} */
  async run(who, task) {
    if (this.#free > 0) this.#free--;
    else await new Promise((/** @type {(value?: any) => void} */ start) => this.#waiting.push(who, start));
    try {
      return await task();
    } finally {
      this.#next();
    }
  }

  #next() {
    const start = this.#waiting.shift();
    if (start) start();
    else this.#free++;
  }
}
