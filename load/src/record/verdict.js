/**
 * Makes a verdict for a run record: a value passes up to the limit.
 * @param {string} name
 * @param {number | null} value null: not known, which does not pass
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
 * @returns {Verdict[]} verdicts that did not pass
 */
export const failedVerdicts = ({ verdicts }) => verdicts.filter(({ passed }) => !passed);

/** @typedef {'good' | 'bound' | 'failed'} Outcome bound: all verdicts passed, but the load client set the figures */

/** A mark stands before each outcome in tables and texts. @type {Record<Outcome, string>} */
export const OUTCOME_MARKS = { good: '✓', bound: '!', failed: '✕' };

/**
 * @param {Array<{verdicts: Array<{passed: boolean}>, client: {bound: boolean}}>} runs
 * @returns {Outcome} the outcome of all runs together
 */
export function outcomeOf(runs) {
  if (runs.some((run) => failedVerdicts(run).length > 0)) return 'failed';
  return runs.some(({ client }) => client.bound) ? 'bound' : 'good';
}
