/** @typedef {{passed: number, failed: number, skipped: number}} Counts */

/**
 * Patterns for the counts that each kind of test run prints: passed, failed and skipped. A checker that only has an
 * exit status is one test.
 * @type {Record<'exit' | 'node' | 'phpunit' | 'playwright' | 'summary', RegExp[]>}
 */
const forms = {
  exit: [],
  // node:test's reporter `spec` prints `ℹ pass 12`.
  node: [/^ℹ pass (\d+)$/gm, /^ℹ (?:fail|cancelled) (\d+)$/gm, /^ℹ (?:skipped|todo) (\d+)$/gm],
  // `OK (12 tests, 30 assertions)` or `Tests: 12, Assertions: 30, Failures: 1.`: 12 is the total.
  phpunit: [
    /^(?:OK \(|Tests: )(\d+)/gm,
    /(?<=^Tests: .*(?:Failures|Errors): )(\d+)/gm,
    /(?<=^Tests: .*(?:Skipped|Incomplete): )(\d+)/gm,
  ],
  // The reporter `list` ends with lines such as `  2 failed`; the last one is `  12 passed (1.2m)`.
  playwright: [
    /^ {2}(\d+) passed\b/gm,
    /^ {2}(\d+) (?:failed|flaky|interrupted|did not run)\b/gm,
    /^ {2}(\d+) skipped\b/gm,
  ],
  // Our own runners print `N passed, N failed`, and `, N skipped` if some were.
  summary: [/^(\d+) passed, \d/gm, /^\d+ passed, (\d+) failed/gm, /^\d+ passed, \d+ failed, (\d+) skipped$/gm],
};

/**
 * Reads the counts of a finished run. A run that ended badly, or that ran no test, counts as at least one failure.
 * @param {keyof typeof forms} kind @param {string} output @param {number} status
 * @returns {Counts}
 */
export function count(kind, output, status) {
  if (kind === 'exit') return { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1, skipped: 0 };
  const [found, failed, skipped] = forms[kind].map((form) =>
    [...output.matchAll(form)].reduce((sum, [, number]) => sum + Number(number), 0),
  );
  const passed = kind === 'phpunit' ? found - failed - skipped : found;
  const isBad = status !== 0 || passed + failed + skipped === 0;
  return { passed, failed: failed === 0 && isBad ? 1 : failed, skipped };
}
