import { monitorEventLoopDelay } from 'node:perf_hooks';
import { now } from '../ledger/clock.js';
import { sendLateness } from '../ledger/sendLateness.js';

/** Above this a process of one thread is so busy that its own queue is part of every latency. */
export const BUSY_CORES = 0.9;
// The client's own part of a latency must be small; a few ms are unavoidable.
const SHARE = 0.25;
const LEAST_MS = 5;
// Interval of the event loop's probe.
const RESOLUTION_MS = 5;

/** @typedef {{cpuCores: number, loopDelayP99Ms: number}} ClientUse */

/** How busy a load client's process is and how late its event loop runs: whether the client set the figures. */
export class ClientWatch {
  #delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  #began = now();
  #before = process.cpuUsage();

  constructor() {
    this.#delays.enable();
  }

  /** @returns {ClientUse} since it was made */
  stop() {
    const { user, system } = process.cpuUsage(this.#before);
    this.#delays.disable();
    // The histogram's values hold the time between two looks as well.
    const loopDelayP99Ms = Math.max(0, this.#delays.percentile(99) / 1e6 - RESOLUTION_MS);
    return { cpuCores: (user + system) / 1000 / (now() - this.#began), loopDelayP99Ms };
  }
}

/**
 * Whether the client, not the server, set the figures: by how busy it was, how late it sent, and how late its event
 * loop ran.
 * @param {ClientUse & {sendLatenessP95: number, ackP95: number}} seen ms
 * @returns {string[]} by what; empty where it kept up
 */
export function clientBoundBy({ cpuCores, loopDelayP99Ms, sendLatenessP95, ackP95 }) {
  const matters = (/** @type {number} */ ms) => ms > Math.max(LEAST_MS, SHARE * ackP95);
  return [
    cpuCores > BUSY_CORES && 'CPU',
    matters(sendLatenessP95) && 'late sends',
    matters(loopDelayP99Ms) && 'loop delay',
  ].filter((by) => by !== false);
}

/**
 * @param {import('../ledger/ledger.js').Ledger} ledger @param {ClientUse} used while it sent
 * @returns {{cpuCores: number, boundBy: string[]}} a load client's process, as it stands in a record
 */
export function clientOf(ledger, used) {
  const sendLatenessP95 = sendLateness(Object.fromEntries(ledger.messages)).percentile(95);
  const boundBy = clientBoundBy({ ...used, sendLatenessP95, ackP95: ledger.ack.percentile(95) });
  return { cpuCores: used.cpuCores, boundBy };
}
