import { now } from '../../../load/src/ledger/clock.js';

const SLICE_MS = 250;

/** Tells, four times a second, the longest wait among the answers that came since. */
export class WorstWaits {
  /** @type {Map<string, number>} ms by line */
  #worst = new Map();
  #startAt = now();
  #timer;

  /** @param {(line: string, seconds: number, ms: number) => void} tell */
  constructor(tell) {
    this.tell = tell;
    this.#timer = setInterval(() => this.#flush(), SLICE_MS);
  }

  /** An answer is there. @param {string} line @param {number} since ms since 1970 */
  add(line, since) {
    this.#worst.set(line, Math.max(this.#worst.get(line) ?? 0, now() - since));
  }

  stop() {
    clearInterval(this.#timer);
    this.#flush();
  }

  #flush() {
    const seconds = (now() - this.#startAt) / 1000;
    for (const [line, ms] of this.#worst) this.tell(line, seconds, ms);
    this.#worst.clear();
  }
}
