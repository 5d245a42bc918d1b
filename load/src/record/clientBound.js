import { sendLateness } from '../ledger/sendLateness.js';

/** Above this a process of one thread is so busy that its own queue is part of every latency. */
export const BUSY_CORES = 0.9;
// On a machine with a greater share of its cores busy, any process may wait for a core.
const FULL_SHARE = 0.9;
// The client's own part of a latency must be small; a few ms are unavoidable.
const SHARE = 0.25;
const LEAST_MS = 5;

/** @typedef {import('../machine/clientWatch.js').ClientUse} ClientUse */

/**
 * Whether the client, not the server, set the figures: by how busy it was, how late it sent, and how late its event
 * loop ran.
 * @param {ClientUse & {sendLatenessP95: number, ackP95: number}} seen ms
 * @returns {string[]} by what; empty where it kept up
 */
export function clientBoundBy({ cpuCores, loopDelayP99Ms, sendLatenessP95, ackP95 }) {
  const isTooLong = (/** @type {number} */ ms) => ms > Math.max(LEAST_MS, SHARE * ackP95);
  return [
    cpuCores > BUSY_CORES && 'CPU',
    isTooLong(sendLatenessP95) && 'late sends',
    isTooLong(loopDelayP99Ms) && 'loop delay',
  ].filter((limit) => limit !== false);
}

/**
 * @param {import('../ledger/ledger.js').Ledger} ledger @param {ClientUse} use while it sent
 * @returns {import('./runRecord.js').ClientSeen} a load client's process, as it stands in a record
 */
export function clientSeen(ledger, use) {
  const sendLatenessP95 = sendLateness(Object.fromEntries(ledger.messages)).percentile(95);
  const boundBy = clientBoundBy({ ...use, sendLatenessP95, ackP95: ledger.ack.percentile(95) });
  return { ...use, boundBy };
}

/**
 * @param {number} busyCores of servers, databases and load client together
 * @param {number} cores of the machine
 * @returns {boolean} whether the machine is full
 */
export const isFull = (busyCores, cores) => busyCores > FULL_SHARE * cores;
