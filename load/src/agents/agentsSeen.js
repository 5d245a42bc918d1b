// A delivery's latency is between two clocks: farther apart than this nothing is said of it.
const CLOCKS_WITHIN_MS = 1;

/**
 * @typedef {object} AgentSeen one agent, as it stands in a run record
 * @property {string} name @property {string} machine @property {string} commit
 * @property {number} joined
 * @property {number} clockOffsetMs @property {number} clockWithinMs
 * @property {number} cpuCores
 */

/**
 * @param {import('./agents.js').Agents} agents @param {import('../chat/loadClient.js').Part[]} parts
 * @returns {AgentSeen[]}
 */
export const agentsSeen = ({ names, facts, clocks, joined }, parts) =>
  parts.map(({ client }, place) => ({
    ...{ name: names[place], ...facts[place], joined: joined[place], cpuCores: client.cpuCores },
    ...{ clockOffsetMs: clocks[place].offsetMs, clockWithinMs: clocks[place].withinMs },
  }));

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
