import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/**
 * @typedef {object} Watched
 * @property {Record<string, number[]>} parts pids by a name, each with all that descends from it
 * @property {number[]} except pids that count nowhere
 * @property {string | null} metricsUrl of the server, whose gauges are read once a second
 *
 * @typedef {object} Sample
 * @property {number} at ms since 1970
 * @property {boolean} memory whether memory was looked at too
 * @property {Record<string, import('../machine/processTree.js').TreeSample>} parts
 *
 * @typedef {object} Samples what was seen, in the order it was
 * @property {Sample[]} samples four a second
 * @property {Array<{at: number} & import('./metricsText.js').Gauges>} gauges
 * @property {number} cpuSeconds the sampler's own
 */

/** Watches process trees from a process of its own. */
export class Sampler {
  /** @type {Promise<unknown>} */
  #began;
  #child = fork(fileURLToPath(new URL('samplerMain.js', import.meta.url)), { serialization: 'advanced' });

  /**
   * A client beside the servers it may have started, whose processes are not its own.
   * @param {Record<string, number[]>} parts of the servers: pids by name @param {number[]} client pids
   * @param {string | null} metricsUrl @returns {Promise<Sampler>} as start
   */
  static beside(parts, client, metricsUrl) {
    const except = Object.values(parts).flat();
    return Sampler.start({ parts: { ...parts, client }, metricsUrl, except });
  }

  /**
   * @param {Omit<Watched, 'except'> & {except?: number[]}} watched
   * @returns {Promise<Sampler>} when it has looked for the first time: what is used from then on is known
   */
  static async start(watched) {
    const sampler = new Sampler(watched);
    await sampler.#began;
    return sampler;
  }

  /**
   * @private start has one that looks already
   * @param {Parameters<typeof Sampler.start>[0]} watched
   */
  constructor({ parts, metricsUrl, except = [] }) {
    this.#began = Promise.race([
      new Promise((resolve) =>
        this.#child.on('message', (/** @type {any} */ { began }) => began && resolve(undefined)),
      ),
      once(this.#child, 'exit'),
    ]);
    this.#child.send({ parts, metricsUrl, except });
  }

  /** @returns {Promise<Samples>} @throws {Error} where its process has ended before */
  async stop() {
    if (this.#child.exitCode !== null || !this.#child.connected) throw new Error('The sampler has ended by itself.');
    this.#child.send('stop');
    const seen = await Promise.race([
      new Promise((resolve) =>
        this.#child.on('message', (/** @type {any} */ message) => message.samples && resolve(message)),
      ),
      once(this.#child, 'exit').then(() => Promise.reject(new Error('The sampler ended before it answered.'))),
    ]);
    return /** @type {Samples} */ (seen);
  }
}
