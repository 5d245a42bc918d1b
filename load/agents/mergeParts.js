import { mergeLedgers } from '../ledger/mergeLedgers.js';
import { Latencies } from '../ledger/latencies.js';
import { clientBoundBy } from '../runRecord/clientBound.js';
import { cpuAt, usage } from '../sampler/usage.js';

// A delivery's latency is between two clocks: farther apart than this nothing is said of it.
const CLOCKS_WITHIN_MS = 1;

/**
 * @typedef {import('./agentClient.js').Part} Part
 * @typedef {import('../sampler/sampler.js').Samples} Samples
 *
 * @typedef {object} AgentSeen one agent, as it stands in a run record
 * @property {string} name @property {string} machine @property {string} commit @property {string} runtime
 * @property {number} joined
 * @property {number} clockOffsetMs @property {number} clockWithinMs
 * @property {number} cpuCores @property {number | null} rssMb @property {number | null} loopDelayP99Ms
 * @property {string[]} boundBy
 */

/** @param {Part[]} parts of one run */
export function mergeParts(parts) {
  return {
    ledger: mergeLedgers(parts.map(({ ledger }) => ledger)),
    sizes: new Map(parts.flatMap(({ sizes }) => sizes)),
    ends: parts.flatMap(({ ends }) => ends),
    deliveries: mergeDeliveries(parts),
    loopDelays: parts.flatMap(({ loopDelays }) => loopDelays),
  };
}

/** @param {Part[]} parts @returns {import('../ledger/traffic.js').Deliveries[]} second by second */
function mergeDeliveries(parts) {
  return parts[0].deliveries.map((_, second) => {
    const delivery = new Latencies();
    for (const { deliveries } of parts) delivery.add(Latencies.fromJSON(deliveries[second].delivery));
    return { delivered: parts.reduce((sum, { deliveries }) => sum + deliveries[second].delivered, 0), delivery };
  });
}

/**
 * @param {import('./agents.js').Agents} agents @param {Part[]} parts @param {number} startAt @param {number} seconds
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
 * @param {AgentSeen[]} agents @param {{leaderSends?: boolean}} [who] leaderSends: messages come from the leader's machine
 * @returns {string | null} why nothing is said of deliveries' latencies
 */
export function clocksApart(agents, { leaderSends = false } = {}) {
  const worst = agents.toSorted((one, other) => other.clockWithinMs - one.clockWithinMs)[0];
  // An agent by itself sends and receives by one clock.
  if ((agents.length === 1 && !leaderSends) || worst.clockWithinMs <= CLOCKS_WITHIN_MS) return null;
  return `no latency of deliveries: the clock of ${worst.name} is known within ${worst.clockWithinMs.toFixed(1)} ms alone`;
}

/**
 * What was sampled beside the leader, with the agents' processes as the client's.
 * @param {Samples} samples @param {Part[]} parts
 * @returns {Samples}
 */
export function withAgents(samples, parts) {
  const all = parts.map(ownSamples);
  const seen = samples.samples.map((sample) => {
    const client = { cpuSeconds: 0, rssMb: 0, pssMb: 0, processes: all.length };
    for (const own of all) {
      const last = (own.findLast(({ at }) => at <= sample.at) ?? own[0]).parts.client;
      client.cpuSeconds += cpuAt(own, 'client', sample.at);
      client.rssMb += last.rssMb;
      client.pssMb += last.pssMb;
    }
    return { ...sample, parts: { ...sample.parts, client } };
  });
  return { ...samples, samples: seen };
}

/** @param {Part} part @returns {Samples['samples']} */
const ownSamples = ({ samples }) => samples.map(({ at, ...client }) => ({ at, memory: true, parts: { client } }));
