/**
 * Runs so many tasks at a time. Those who bring tasks take turns: who brings many waits for their own, others wait for one of each.
 */
export class FairTurns {
  /** @type {Map<string, (() => void)[]>} of each who waits, whose turn is next first: what starts their tasks, in order */
  #waiting = new Map();
  #free;

  /** @param {number} atOnce */
  constructor(atOnce) {
    this.#free = atOnce;
  }

  /** @template T @param {string} who @param {() => T | Promise<T>} task @returns {Promise<T>} */
  async run(who, task) {
    if (this.#free > 0) this.#free--;
    else await this.#turnOf(who);
    try {
      return await task();
    } finally {
      this.#next();
    }
  }

  /** @param {string} who @returns {Promise<void>} */
  #turnOf(who) {
    return new Promise((start) => {
      const own = this.#waiting.get(who);
      if (own) own.push(start);
      else this.#waiting.set(who, [start]);
    });
  }

  #next() {
    const [turn] = this.#waiting;
    if (!turn) return void this.#free++;
    const [who, [start, ...later]] = turn;
    this.#waiting.delete(who);
    if (later.length > 0) this.#waiting.set(who, later);
    start();
  }
}
