import { sendLateness } from '../ledger/sendLateness.js';
import { sumOf, usage } from '../sampler/usage.js';

/** Above this a process of one thread is so busy that its own queue is part of every latency. */
export const BUSY_CORES = 0.9;
// What the client itself adds to a latency must be a small part of it; a few ms no machine is free of.
const SHARE = 0.25;
const LEAST_MS = 5;

/**
 * Whether the client, not the server, set the figures: by how busy it was, how late it sent, and how late its event
 * loop ran.
 * @param {{cpuCores: number, processes: number, sendLatenessP95: number, loopDelayP99Ms: number | null, ackP95:
 *   number}} seen ms
 * @returns {string[]} by what; empty where it kept up
 */
export function clientBoundBy({ cpuCores, processes, sendLatenessP95, loopDelayP99Ms, ackP95 }) {
  const matters = (/** @type {number | null} */ ms) => ms !== null && ms > Math.max(LEAST_MS, SHARE * ackP95);
  return [
    cpuCores > BUSY_CORES * processes && 'CPU',
    matters(sendLatenessP95) && 'late sends',
    matters(loopDelayP99Ms) && 'loop delay',
  ].filter((by) => by !== false);
}

/**
 * What the load client of a chat used, and whether it set the figures.
 * @param {import('./chatRecord.js').ChatSeen} seen @param {{seconds: number, processes: number}} run
 * @returns {{cpuCores: number, rssMb: number | null, boundBy: string[]}}
 */
export function chatClient({ startAt, ledger, audit, samples, agents, loopDelayP99Ms }, { seconds, processes }) {
  if (agents) {
    const { cpuCores, rssMb } = sumOf(agents.map((agent) => ({ ...agent, pssMb: null })));
    const boundBy = agents.flatMap(({ name, boundBy: by }) => by.map((one) => `${one} of ${name}`));
    return { cpuCores, rssMb, boundBy };
  }
  const { cpuCores, rssMb } = usage(samples.samples, 'client', startAt, startAt + seconds * 1000);
  const sendLatenessP95 = sendLateness(ledger.messages).percentile(95);
  const boundBy = clientBoundBy({ cpuCores, processes, sendLatenessP95, loopDelayP99Ms, ackP95: audit.ack.p95 });
  return { cpuCores, rssMb, boundBy };
}
