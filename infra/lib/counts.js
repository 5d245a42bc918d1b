/** @typedef {{passed: number, failed: number, skipped: number}} Counts */

/** @param {RegExp} pattern @param {string} text */
const number = (pattern, text) => Number(pattern.exec(text)?.[1] ?? 0);

/**
 * How each kind of test run says what it counted. Each gives null where the output tells no count.
 * @type {Record<string, (output: string, status: number) => Counts | null>}
 */
export const counters = {
  /** A checker that only has an exit status is one test. */
  exit: (_output, status) => ({ passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1, skipped: 0 }),

  /** node:test, reporter `spec`: `ℹ pass 12`. */
  node: (output) =>
    /^ℹ tests \d+$/m.test(output)
      ? {
          passed: number(/^ℹ pass (\d+)$/m, output),
          failed: number(/^ℹ fail (\d+)$/m, output) + number(/^ℹ cancelled (\d+)$/m, output),
          skipped: number(/^ℹ skipped (\d+)$/m, output) + number(/^ℹ todo (\d+)$/m, output),
        }
      : null,

  /** PHPUnit: `OK (12 tests, 30 assertions)` or `Tests: 12, Assertions: 30, Failures: 1.` */
  phpunit(output) {
    const fine = /^OK \((\d+) tests?,/m.exec(output);
    if (fine) return { passed: Number(fine[1]), failed: 0, skipped: 0 };
    const line = /^Tests: .*$/m.exec(output)?.[0];
    if (!line) return null;
    const failed = number(/Failures: (\d+)/, line) + number(/Errors: (\d+)/, line);
    const skipped = number(/Skipped: (\d+)/, line) + number(/Incomplete: (\d+)/, line);
    return { passed: number(/Tests: (\d+)/, line) - failed - skipped, failed, skipped };
  },

  /** Playwright, reporter `list`: lines as `  2 failed` at the end, the last one `  12 passed (1.2m)`. */
  playwright(output) {
    const of = (/** @type {string} */ what) => number(new RegExp(`^ {2}(\\d+) ${what}\\b`, 'm'), output);
    const failed = of('failed') + of('flaky') + of('interrupted') + of('did not run');
    return { passed: of('passed'), failed, skipped: of('skipped') };
  },

  /** The last line of our own runners: `N passed, N failed`, `, N skipped` where some were. */
  closing(output) {
    const found = [...output.matchAll(/^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/gm)].at(-1);
    return found ? { passed: Number(found[1]), failed: Number(found[2]), skipped: Number(found[3] ?? 0) } : null;
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
  const counts = counters[kind](output, status) ?? { passed: 0, failed: 0, skipped: 0 };
  const none = counts.passed + counts.failed + counts.skipped === 0;
  if (counts.failed === 0 && (status !== 0 || none)) counts.failed = 1;
  return counts;
}
