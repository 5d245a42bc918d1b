/** @param {import('../agents/agentsSeen.js').AgentSeen} agent @returns {string} */
export function agentText({ name, joined, clockOffsetMs, clockWithinMs, cpuCores }) {
  const sign = clockOffsetMs < 0 ? 'behind' : 'ahead';
  const clock = `clock ${Math.abs(clockOffsetMs).toFixed(2)} ms ${sign}, known within ${clockWithinMs.toFixed(2)} ms`;
  return `${name}: ${joined} users, ${(cpuCores * 100).toFixed(0)} % of a core, ${clock}`;
}
