/** @typedef {import('./call.js').Step} Step */

/**
 * When each step of many episodes may run, so that all of them go on at once and the store still grows in one order: step by
 * step, what may store a message runs alone, in the order of the episodes; then what reads messages, all at once. What is free
 * waits for its own episode alone.
 */
export class Turns {
  /** @param {Step[][]} episodes */
  constructor(episodes) {
    /** @type {Map<string, {start: Promise<any>, done: () => void}>} by episode and step */
    this.turns = new Map();
    /** @type {Promise<any>} */
    let before = Promise.resolve();
    const longest = Math.max(...episodes.map(({ length }) => length));
    for (let place = 0; place < longest; place++) {
      const of = (/** @type {string} */ order) =>
        [...episodes.keys()].filter((episode) => episodes[episode][place]?.order === order);
      for (const episode of of('stores')) before = this.#add(episode, place, before);
      const readers = of('reads').map((episode) => this.#add(episode, place, before));
      if (readers.length) before = Promise.all(readers);
    }
  }

  /** @param {number} episode @param {number} place @param {Promise<any>} start @returns {Promise<void>} when it is done */
  #add(episode, place, start) {
    return new Promise((done) => this.turns.set(`${episode} ${place}`, { start, done: () => done(undefined) }));
  }

  /** @template T @param {number} episode @param {number} place @param {() => Promise<T>} run @returns {Promise<T>} */
  async take(episode, place, run) {
    const turn = this.turns.get(`${episode} ${place}`);
    await turn?.start;
    try {
      return await run();
    } finally {
      turn?.done();
    }
  }
}
