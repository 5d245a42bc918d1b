/**
 * Whether a count is as it has to be, as it stands in a run record.
 * @param {string} name @param {number | null} value null: not known, which is not enough @param {number} [most]
 */
export const verdict = (name, value, most = 0) => ({ name, value, most, passed: value !== null && value <= most });

/** @template {{passed: boolean}} Verdict @param {{verdicts: Verdict[]}} run @returns {Verdict[]} those that did not pass */
export const failedVerdicts = ({ verdicts }) => verdicts.filter(({ passed }) => !passed);
