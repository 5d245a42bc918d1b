import { now } from '../machine/clock.js';
import { sampleTree } from '../machine/processTree.js';

/**
 * Measures the cost of joining: the server's CPU and resident memory before the first user joins and after the last,
 * at rest.
 */
export class JoinWatch {
  #pids;
  /** @type {{at: number, used: import('../machine/processTree.js').TreeSample} | undefined} */
  #before;
  #joinedAt = 0;
  /** @type {import('../machine/processTree.js').TreeSample | undefined} */
  #after;

  /** @param {number[]} pids [] where they are not of this machine */
  constructor(pids) {
    this.#pids = pids;
  }

  /** @param {'joining' | 'joined' | 'settled'} phase */
  onPhase(phase) {
    if (this.#pids.length === 0) return;
    if (phase === 'joining') this.#before = { at: now(), used: sampleTree(this.#pids) };
    if (phase === 'joined') this.#joinedAt = now();
    if (phase === 'settled') this.#after = sampleTree(this.#pids);
  }

  /** @param {{joined: number}} seen @returns {Record<string, number>} further counts for the run record */
  costs({ joined }) {
    if (!this.#before || !this.#after) return {};
    const { at, used } = this.#before;
    return {
      joinsPerSecond: (joined / (this.#joinedAt - at)) * 1000,
      kilobytesEach: ((this.#after.rssMb - used.rssMb) * 1024) / joined,
      serverMsEachJoin: ((this.#after.cpuSeconds - used.cpuSeconds) * 1000) / joined,
    };
  }
}
