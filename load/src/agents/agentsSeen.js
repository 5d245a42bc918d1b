import { Latencies } from '../ledger/latencies.js';
import { ownSamples } from '../chat/mergeParts.js';
import { clientBoundBy } from '../record/clientBound.js';
import { usage } from '../sampler/usage.js';

// A delivery's latency is between two clocks: farther apart than this nothing is said of it.
const CLOCKS_WITHIN_MS = 1;

/**
 * @typedef {object} AgentSeen one agent, as it stands in a run record
 * @property {string} name @property {string} machine @property {string} commit @property {string} runtime
 * @property {number} joined
 * @property {number} clockOffsetMs @property {number} clockWithinMs
 * @property {number} cpuCores @property {number | null} rssMb @property {number | null} loopDelayP99Ms
 * @property {string[]} boundBy
 */

/**
 * @param {import('./agents.js').Agents} agents @param {import('../chat/loadClient.js').Part[]} parts
 * @param {number} startAt @param {number} seconds
 * @returns {AgentSeen[]}
 */
export function agentsSeen({ names, facts, clocks, joined }, parts, startAt, seconds) {
  return parts.map((part, place) => {
    const { cpuCores, rssMb } = usage(ownSamples(part), 'client', startAt, startAt + seconds * 1000);
    const { sendLatenessP95, loopDelayP99Ms } = part;
    const ackP95 = Latencies.fromJSON(part.ledger.ack).percentile(95);
    return {
      name: names[place],
      ...facts[place],
      joined: joined[place],
      clockOffsetMs: clocks[place].offsetMs,
      clockWithinMs: clocks[place].withinMs,
      cpuCores,
      rssMb,
      loopDelayP99Ms,
      boundBy: clientBoundBy({ cpuCores, processes: 1, sendLatenessP95, loopDelayP99Ms, ackP95 }),
    };
  });
}

/**
 * @param {AgentSeen[]} agents
 * @returns {string | null} why nothing is said of deliveries' latencies
 */
export function clocksApart(agents) {
  const worst = agents.toSorted((one, other) => other.clockWithinMs - one.clockWithinMs)[0];
  // An agent by itself sends and receives by one clock.
  if (agents.length === 1 || worst.clockWithinMs <= CLOCKS_WITHIN_MS) return null;
  const within = worst.clockWithinMs.toFixed(1);
  return `no latency of deliveries: the clock of ${worst.name} is known within ${within} ms alone`;
}
