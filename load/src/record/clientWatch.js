import { monitorEventLoopDelay } from 'node:perf_hooks';
import { now } from '../ledger/clock.js';

const RESOLUTION_MS = 5;
const LOOK_EVERY_MS = 1000;

/**
 * @typedef {object} Look at a load client's process
 * @property {number} at ms since 1970
 * @property {number} p99Ms how late its event loop ran since the look before
 * @property {number} cpuSeconds used since the process began @property {number} rssMb
 */

/** How busy this process is and how late its event loop runs, second by second: whether the client set the figures. */
export class ClientWatch {
  #all = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  #second = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  /** @type {NodeJS.Timeout | undefined} */
  #timer;
  /** @type {{cpuCores: number, loopDelayP99Ms: number} | null} */
  #result = null;
  #first = 0;
  /** @type {Look[]} */
  looks = [];

  constructor() {
    this.begin();
  }

  /** Counts from here on; the earlier looks stay. */
  begin() {
    clearInterval(this.#timer);
    this.#result = null;
    this.#all.reset();
    this.#all.enable();
    this.#second.enable();
    this.#first = this.looks.length;
    this.#look();
    this.#timer = setInterval(() => this.#look(), LOOK_EVERY_MS);
  }

  /** @returns {{cpuCores: number, loopDelayP99Ms: number}} since it began; the same when asked again */
  stop() {
    if (this.#result) return this.#result;
    clearInterval(this.#timer);
    this.#look();
    this.#all.disable();
    this.#second.disable();
    const [first, last] = [this.looks[this.#first], this.looks[this.looks.length - 1]];
    const cpuCores = ((last.cpuSeconds - first.cpuSeconds) / (last.at - first.at)) * 1000;
    return (this.#result = { cpuCores, loopDelayP99Ms: delayOf(this.#all) });
  }

  #look() {
    const { user, system } = process.cpuUsage();
    const rssMb = process.memoryUsage.rss() / 1024 / 1024;
    this.looks.push({ at: now(), p99Ms: delayOf(this.#second), cpuSeconds: (user + system) / 1e6, rssMb });
    this.#second.reset();
  }
}

/** @param {ReturnType<typeof monitorEventLoopDelay>} histogram its values hold the time between two looks as well */
const delayOf = (histogram) => Math.max(0, histogram.percentile(99) / 1e6 - RESOLUTION_MS);
