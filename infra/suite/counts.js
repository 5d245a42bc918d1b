/** @typedef {{passed: number, failed: number, skipped: number}} Counts */

/** Adds up what the pattern's group matched. @param {string} output @param {RegExp} pattern */
const sum = (output, pattern) => [...output.matchAll(pattern)].reduce((all, [, number]) => all + Number(number), 0);

/**
 * How each kind of test run says what it counted.
 * @type {Record<string, (output: string, status: number) => Counts>}
 */
export const counters = {
  /** A checker that only has an exit status is one test. */
  exit: (_output, status) => ({ passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1, skipped: 0 }),

  /** node:test, reporter `spec`: `ℹ pass 12`. */
  node: (output) => ({
    passed: sum(output, /^ℹ pass (\d+)$/gm),
    failed: sum(output, /^ℹ (?:fail|cancelled) (\d+)$/gm),
    skipped: sum(output, /^ℹ (?:skipped|todo) (\d+)$/gm),
  }),

  /** PHPUnit: `OK (12 tests, 30 assertions)` or `Tests: 12, Assertions: 30, Failures: 1.` */
  phpunit(output) {
    const [line = ''] = /^(?:OK \(|Tests: )\d+.*$/m.exec(output) ?? [];
    const failed = sum(line, /(?:Failures|Errors): (\d+)/g);
    const skipped = sum(line, /(?:Skipped|Incomplete): (\d+)/g);
    return { passed: sum(line, /^(?:OK \(|Tests: )(\d+)/g) - failed - skipped, failed, skipped };
  },

  /** Playwright, reporter `list`: lines as `  2 failed` at the end, the last one `  12 passed (1.2m)`. */
  playwright: (output) => ({
    passed: sum(output, /^ {2}(\d+) passed\b/gm),
    failed: sum(output, /^ {2}(\d+) (?:failed|flaky|interrupted|did not run)\b/gm),
    skipped: sum(output, /^ {2}(\d+) skipped\b/gm),
  }),

  /** The last line of our own runners: `N passed, N failed`, `, N skipped` where some were. */
  summary(output) {
    const lines = [...output.matchAll(/^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/gm)];
    const [passed = 0, failed = 0, skipped = 0] = (lines.at(-1) ?? []).slice(1).map((number) => Number(number ?? 0));
    return { passed, failed, skipped };
  },
};

/**
 * The counts of a finished run. A run that ended badly, or that ran no test, counts as one failure at least.
 * @param {string} kind
 * @param {string} output
 * @param {number} status
 * @returns {Counts}
 */
export function count(kind, output, status) {
  const counts = counters[kind](output, status);
  const ranNone = counts.passed + counts.failed + counts.skipped === 0;
  if (counts.failed === 0 && (status !== 0 || ranNone)) counts.failed = 1;
  return counts;
}
