import { isFull } from '../machine/fullMachine.js';
import { valueOf } from '../record/slo.js';
import { busyCores } from '../sampler/usage.js';

/**
 * @typedef {import('../record/runRecord.js').RunRecord} RunRecord
 * @typedef {import('./findCapacity.js').LevelOutcome} LevelOutcome
 */

/**
 * Decides whether a run passed: every bound holds, every user joined, and neither load client nor machine was full.
 * @param {RunRecord} run
 * @param {import('../record/slo.js').Bound[]} slo
 * @param {number} cores of the machine
 * @returns {{outcome: LevelOutcome, why: string[]}}
 */
export function outcomeAgainst(run, slo, cores) {
  const missed = slo.flatMap((bound) => {
    const value = valueOf(bound, run);
    return value !== null && value <= bound.most
      ? []
      : [`${bound.name}: ${value === null ? 'not known' : Number(value.toFixed(2))}`];
  });
  const notJoined = run.plan.users - (run.counts.joined ?? run.plan.users);
  if (notJoined > 0) missed.push(`${notJoined} users did not join`);
  const busy = busyCores(run.server.parts) + run.client.cpuCores;
  const full = [
    ...run.client.boundBy.map((by) => `load client: ${by}`),
    ...(isFull(busy, cores) ? [`machine: ${busy.toFixed(1)} of ${cores} cores busy`] : []),
  ];
  if (full.length > 0) return { outcome: 'full', why: full };
  return missed.length > 0 ? { outcome: 'failed', why: missed } : { outcome: 'passed', why: [] };
}
