import { now } from '../../../load/src/machine/clock.js';

const SLICE_MS = 250;

/** Reports, four times a second, the longest wait among the answers since the last report. */
export class WorstWaits {
  /** @type {Map<string, number>} longest waits in ms, by line */
  #worst = new Map();
  #startAt = now();
  #timer;

  /** @param {(line: string, seconds: number, ms: number) => void} report */
  constructor(report) {
    this.report = report;
    this.#timer = setInterval(() => this.#flush(), SLICE_MS);
  }

  /** Takes an answer that has just come. @param {string} line @param {number} since ms since 1970 */
  add(line, since) {
    this.#worst.set(line, Math.max(this.#worst.get(line) ?? 0, now() - since));
  }

  stop() {
    clearInterval(this.#timer);
    this.#flush();
  }

  #flush() {
    const seconds = (now() - this.#startAt) / 1000;
    for (const [line, ms] of this.#worst) this.report(line, seconds, ms);
    this.#worst.clear();
  }
}
