/**
 * Whether a count is as it has to be, as it stands in a run record.
 * @param {string} name
 * @param {number | null} value null: not known, which is not enough
 * @param {number} [limit]
 */
export const verdict = (name, value, limit = 0) => ({
  name,
  value,
  most: limit,
  passed: value !== null && value <= limit,
});

/**
 * @template {{passed: boolean}} Verdict
 * @param {{verdicts: Verdict[]}} run
 * @returns {Verdict[]} those that did not pass
 */
export const failedVerdicts = ({ verdicts }) => verdicts.filter(({ passed }) => !passed);

/** @typedef {'good' | 'bound' | 'failed'} Outcome bound: all verdicts passed, but the load client set the figures */

/** Stands before an outcome wherever it is told. @type {Record<Outcome, string>} */
export const OUTCOME_MARKS = { good: '✓', bound: '!', failed: '✕' };

/**
 * @param {Array<{verdicts: Array<{passed: boolean}>, client: {bound: boolean}}>} runs
 * @returns {Outcome} of all of them
 */
export function outcomeOf(runs) {
  if (runs.some((run) => failedVerdicts(run).length > 0)) return 'failed';
  return runs.some(({ client }) => client.bound) ? 'bound' : 'good';
}
