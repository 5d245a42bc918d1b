/**
 * How long sends took to be acknowledged, in ms, each from the moment it was due: a server that stands still shows in every
 * send that was due meanwhile.
 */
export class Acks {
  constructor() {
    /** @type {number[]} */
    this.took = [];
    this.slowest = { ms: 0, way: '' };
    this.slowestOwn = { ms: 0, way: '', keptWaitingMs: 0 };
  }

  /** @param {number} ms @param {string} way @param {number} [keptWaitingMs] how much of that others kept the server from a processor */
  add(ms, way, keptWaitingMs = 0) {
    this.took.push(ms);
    if (ms > this.slowest.ms) this.slowest = { ms, way };
    const own = ms - keptWaitingMs;
    if (own > this.slowestOwn.ms) this.slowestOwn = { ms: own, way, keptWaitingMs };
  }

  /** @returns {AckSummary} */
  summary() {
    const took = this.took.toSorted((a, b) => a - b);
    return { ...percentiles(took), took, slowestWay: this.slowest.way, own: this.slowestOwn };
  }
}

/**
 * @typedef {{count: number, p50: number, p99: number, max: number}} Percentiles ms
 * @typedef {Percentiles & {took: number[], slowestWay: string, own: {ms: number, way: string, keptWaitingMs: number}}} AckSummary
 *   `took`: all of them, in rising order; `own`: the one that took longest without the time in which others kept the server from a processor
 */

/** @param {number[]} sorted in rising order @returns {Percentiles} */
export function percentiles(sorted) {
  const at = (/** @type {number} */ share) => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
  return { count: sorted.length, p50: at(0.5), p99: at(0.99), max: at(1) };
}
