import { monitorEventLoopDelay } from 'node:perf_hooks';
import { now } from './clock.js';

// The watch probes the event loop at this interval.
const RESOLUTION_MS = 5;

/** @typedef {{cpuCores: number, loopDelayP99Ms: number}} ClientUsage */

/** Measures how busy a load client's process is and how late its event loop runs. Either can limit the figures. */
export class ClientWatch {
  #delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  #began = now();
  #cpuAtStart = process.cpuUsage();

  constructor() {
    this.#delays.enable();
  }

  /** @returns {ClientUsage} the process's use since the watch was made */
  stop() {
    const { user, system } = process.cpuUsage(this.#cpuAtStart);
    this.#delays.disable();
    // The histogram's values include the probe's interval.
    const loopDelayP99Ms = Math.max(0, this.#delays.percentile(99) / 1e6 - RESOLUTION_MS);
    return { cpuCores: (user + system) / 1000 / (now() - this.#began), loopDelayP99Ms };
  }
}
