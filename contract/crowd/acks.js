/**
 * How long sends took to be acknowledged, in ms, each from the moment it was due: a server that stands still shows in every
 * send that was due meanwhile.
 */
export class Acks {
  constructor() {
    /** @type {number[]} */
    this.took = [];
    this.slowest = { ms: 0, way: '' };
  }

  /** @param {number} ms @param {string} way */
  add(ms, way) {
    this.took.push(ms);
    if (ms > this.slowest.ms) this.slowest = { ms, way };
  }

  /** @returns {{count: number, p50: number, p99: number, max: number, slowestWay: string}} ms */
  summary() {
    const sorted = this.took.toSorted((a, b) => a - b);
    const at = (/** @type {number} */ share) => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
    return { count: sorted.length, p50: at(0.5), p99: at(0.99), max: at(1), slowestWay: this.slowest.way };
  }
}
