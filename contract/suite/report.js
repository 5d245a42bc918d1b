/** @typedef {import('./runner.js').Result} Result */

const marks = { passed: 'ok  ', failed: 'FAIL', skipped: 'skip' };

/** @param {Result} result */
export function resultLine({ outcome, name, topic, ms, why }) {
  const line = `${marks[outcome]}  ${topic ? `${topic}: ` : ''}${name}  ${outcome === 'skipped' ? '' : `${ms} ms`}`;
  return why ? `${line}\n        ${why.replaceAll('\n', '\n        ')}` : line;
}

/** @param {Result[]} results */
export function tally(results) {
  const count = (/** @type {string} */ outcome) => results.filter((result) => result.outcome === outcome).length;
  return { passed: count('passed'), failed: count('failed'), skipped: count('skipped') };
}

/** `N passed, N failed`, and how many were skipped if any. @param {{passed: number, failed: number, skipped?: number}} counts */
export const closingLine = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`;
