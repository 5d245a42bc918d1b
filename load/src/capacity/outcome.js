import { ServerFailure } from '../server/contractClient.js';
import { limitsOf } from '../record/clientBound.js';
import { verdictsOn } from '../record/slo.js';
import { failedVerdicts } from '../record/verdict.js';

/** @import { RunRecord } from '../record/runRecord.js' */
/** @import { LevelOutcome } from './findCapacity.js' */
/** @import { Bound } from '../record/slo.js' */

/**
 * Decides whether a level failed. Mistakes of this program or of the user are thrown.
 * @param {Promise<RunRecord>} run
 * @param {Bound[]} slo
 * @returns {Promise<{outcome: LevelOutcome, why: string[], record?: RunRecord}>} without a record if nobody could join,
 *   or the server did not answer
 */
export async function levelOutcome(run, slo) {
  try {
    const record = await run;
    return { ...outcomeAgainst(record, slo), record };
  } catch (error) {
    if (!(error instanceof ServerFailure)) throw error;
    return { outcome: 'failed', why: [error.message] };
  }
}

/**
 * Decides whether a run passed: every bound holds, every user joined, and neither load client nor machine was full.
 * @param {RunRecord} run
 * @param {Bound[]} slo
 * @param {number} [cores] the machine's
 * @returns {{outcome: LevelOutcome, why: string[]}} why: failed bounds, or limits as `boundBy` names them
 */
export function outcomeAgainst(run, slo, cores) {
  const limits = limitsOf(run, cores);
  if (limits.length > 0) return { outcome: 'full', why: limits };
  const verdicts = verdictsOn(slo, run);
  const missed = failedVerdicts({ verdicts }).map(boundText);
  const notJoined = run.plan.users - (run.counts.joined ?? run.plan.users);
  if (notJoined > 0) missed.push(`${notJoined} users did not join`);
  return missed.length > 0 ? { outcome: 'failed', why: missed } : { outcome: 'passed', why: verdicts.map(boundText) };
}

/** @param {{name: string, value: number | null}} bound */
const boundText = ({ name, value }) => `${name}: ${value === null ? 'not known' : Number(value.toFixed(2))}`;
