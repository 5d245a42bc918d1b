import { spreadOf } from '../runRecord/spread.js';

// What went wrong is not averaged away: of these the most stands.
const COUNTED_AT_MOST = ['lost', 'duplicated', 'outOfOrder', 'wrongIds', 'altered', 'falseAcks', 'errors'];

/**
 * Several runs as one result: of each figure its own median, of each fault the most that any run had. A machine that is
 * shared makes single runs a matter of luck, and the run with the median of one figure has luck with another.
 * @template {{audit: {delivery: object | null}, ratio?: number}} Result
 * @param {Array<{result: Result, failed: boolean}>} runs in the order they were made
 * @returns {{result: Result & {medians?: true, runs?: Array<{delivery: object | null, ratio?: number}>}, failed: boolean}} runs: of each run its
 *   latencies (ms) and its ratio, where there was more than one
 */
export function medianRun(runs) {
  const [{ result, failed }] = runs;
  if (runs.length === 1) return { result, failed };
  const results = runs.map((run) => run.result);
  return {
    result: {
      ...merged(results),
      medians: true,
      runs: results.map(({ audit, ratio }) => ({ delivery: audit.delivery, ratio })),
    },
    failed: runs.some((run) => run.failed),
  };
}

/**
 * @template T
 * @param {T[]} values of one name in all runs @param {boolean} [atMost] numbers at their most
 * @returns {T} numbers as medians, lists one behind the other (each word once), words as in the first run
 */
function merged(values, atMost = false) {
  const there = values.filter((value) => value !== null && value !== undefined);
  const [first] = there;
  if (typeof first === 'number') {
    const numbers = /** @type {number[]} */ (there);
    return /** @type {any} */ (atMost ? Math.max(...numbers) : spreadOf(numbers).median);
  }
  if (Array.isArray(first)) return /** @type {any} */ ([...new Set(there.flat())]);
  // A verdict of one run stands for all.
  if (typeof first === 'boolean') return /** @type {any} */ (there.some(Boolean));
  if (typeof first !== 'object') return first ?? values[0];
  const names = new Set(there.flatMap((value) => Object.keys(/** @type {object} */ (value))));
  const of = (/** @type {string} */ name) => there.map((value) => /** @type {any} */ (value)[name]);
  return /** @type {any} */ (
    Object.fromEntries([...names].map((name) => [name, merged(of(name), atMost || COUNTED_AT_MOST.includes(name))]))
  );
}
