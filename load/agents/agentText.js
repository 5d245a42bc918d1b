/** @param {import('./mergeParts.js').AgentSeen} agent @returns {string} */
export function agentText({ name, joined, clockOffsetMs, clockWithinMs, cpuCores }) {
  const sign = clockOffsetMs < 0 ? 'behind' : 'ahead';
  return `${name}: ${joined} users, ${(cpuCores * 100).toFixed(0)} % of a core, clock ${Math.abs(clockOffsetMs).toFixed(2)} ms ${sign}, known within ${clockWithinMs.toFixed(2)} ms`;
}
