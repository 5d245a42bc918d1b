import { monitorEventLoopDelay } from 'node:perf_hooks';
import { now } from '../ledger/clock.js';

const RESOLUTION_MS = 5;

/** How late this process's event loop is, second by second. */
export class ClientWatch {
  #all = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  #second = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  /** @type {Array<{at: number, p99Ms: number}>} at: the end of that second */
  seconds = [];

  constructor() {
    this.#all.enable();
    this.#second.enable();
    this.timer = setInterval(() => {
      this.seconds.push({ at: now(), p99Ms: delayOf(this.#second) });
      this.#second.reset();
    }, 1000);
  }

  /** @returns {number} ms, p99 of all the time */
  stop() {
    clearInterval(this.timer);
    this.#all.disable();
    this.#second.disable();
    return delayOf(this.#all);
  }
}

/** @param {ReturnType<typeof monitorEventLoopDelay>} histogram whose values hold the time between two looks as well */
const delayOf = (histogram) => Math.max(0, histogram.percentile(99) / 1e6 - RESOLUTION_MS);
