import { median, permutationTest, quantile, sampleWithReplacement } from 'simple-statistics';
import { ALIKE } from '../record/alike.js';
import { formOf } from '../record/kinds.js';
import { loadText } from '../record/loadText.js';
import { METRICS } from '../record/metrics.js';
import { failedVerdicts } from '../record/verdict.js';

/**
 * @typedef {import('../record/runRecord.js').RunRecord} RunRecord
 * @typedef {'worse' | 'better' | 'no clear difference' | 'too few runs'} Judgement
 *
 * @typedef {object} Compared one metric at one load
 * @property {string} load @property {string} metric of record/metrics.js
 * @property {number[]} a @property {number[]} b a value a run, without those whose figures the load client set
 * @property {number | null} size (median of B - median of A) / median of A; null: too few runs
 * @property {[number, number] | null} interval 95 %, by a bootstrap over runs
 * @property {number | null} p a permutation test gives it
 * @property {Judgement} judgement
 */

// Of all tests of one comparison together: one in a hundred comparisons of the same code names a difference.
const ALPHA = 0.01;
const FEWEST_RUNS = 7;
// A smaller difference, as part of A, does not count.
const LEAST = 0.05;
const RESAMPLES = 2000;
const PERMUTATIONS = 10_000;

/**
 * The metrics that are compared: few, since each further one makes all of them harder to show.
 * @type {Record<import('../record/kinds.js').Form, string[]>}
 */
const JUDGED = {
  chat: ['ackP95', 'cpuMsEach', 'serverMb'],
  http: ['requestsPerSecond', 'cpuMsEach', 'serverMb'],
  capacity: ['usersBorne'],
  connections: ['kilobytesEach', 'serverMsEachJoin'],
  faults: ['rightRunsPercent'],
};

/** Runs may be compared if these are equal. @type {Record<string, (run: RunRecord) => unknown>} */
const MUST_AGREE = {
  ...ALIKE,
  'kind of load': ({ kind }) => kind,
  target: ({ plan }) => plan.target,
  database: ({ server }) => server.database,
  'fresh server': ({ server }) => server.fresh,
  'rate limits': ({ server }) => server.rateLimits,
};

/** @param {RunRecord[]} a @param {RunRecord[]} b @returns {string[]} what is not alike in all of them */
export function differences(a, b) {
  return Object.entries(MUST_AGREE).flatMap(([name, valueOf]) => {
    const values = new Set([...a, ...b].map((run) => String(valueOf(run) ?? 'unknown') || 'none'));
    return values.size === 1 ? [] : [`${name}: ${[...values].join(', ')}`];
  });
}

/** @param {RunRecord} run @returns {string} comparable runs have the same */
export const loadKey = ({ kind, plan }) => `${kind}, ${loadText(plan)}`;

/**
 * Whether B is worse than A. A value is a run's: deliveries of one run are not independent of each other.
 * @param {RunRecord[]} a @param {RunRecord[]} b
 * @returns {{rows: Compared[], notes: string[], worse: boolean}}
 */
export function compareRuns(a, b) {
  const loads = [...Map.groupBy(a, loadKey)].flatMap(([load, as]) => {
    const bs = b.filter((run) => loadKey(run) === load);
    return bs.length === 0 ? [] : [{ load, as, bs }];
  });
  const pairs = loads.flatMap(({ load, as, bs }) =>
    JUDGED[formOf(as[0].kind)].flatMap((metric) => {
      const values = [as, bs].map((runs) =>
        runs.flatMap((run) => (run.client.bound ? [] : (METRICS[metric].of(run) ?? []))),
      );
      return values.every(({ length }) => length === 0) ? [] : [{ load, metric, a: values[0], b: values[1] }];
    }),
  );
  const rows = pairs.map((pair) => compare(pair, ALPHA / pairs.length));
  const failureNotes = loads.flatMap(({ load, as, bs }) => failures(load, as, bs));
  const bound = [a, b].map((runs) => runs.filter(({ client }) => client.bound).length);
  return {
    rows,
    notes: [
      ...failureNotes.map(({ text }) => text),
      ...(bound[0] + bound[1] > 0
        ? [`Left out, since the load client set their figures: ${bound[0]} runs of A, ${bound[1]} of B.`]
        : []),
    ],
    worse: rows.some(({ judgement }) => judgement === 'worse') || failureNotes.some((one) => one.worse),
  };
}

/** @param {Pick<Compared, 'load' | 'metric' | 'a' | 'b'>} pair @param {number} alpha @returns {Compared} */
function compare(pair, alpha) {
  const { a, b, metric } = pair;
  if (Math.min(a.length, b.length) < FEWEST_RUNS)
    return { ...pair, size: null, interval: null, p: null, judgement: 'too few runs' };
  const differenceOf = (/** @type {number[]} */ as, /** @type {number[]} */ bs) =>
    (median(bs) - median(as)) / (Math.abs(median(a)) || 1);
  const size = differenceOf(a, b);
  const resampled = Array.from({ length: RESAMPLES }, () =>
    differenceOf(sampleWithReplacement(a, a.length), sampleWithReplacement(b, b.length)),
  );
  /** @type {[number, number]} */
  const interval = [quantile(resampled, 0.025), quantile(resampled, 0.975)];
  const p = permutationTest(a, b, 'two_side', PERMUTATIONS);
  const clear = p < alpha && interval[0] * interval[1] > 0 && Math.abs(size) >= LEAST;
  const better = size > 0 === (METRICS[metric].better === 'higher');
  return { ...pair, size, interval, p, judgement: clear ? (better ? 'better' : 'worse') : 'no clear difference' };
}

/**
 * @param {string} load @param {RunRecord[]} as @param {RunRecord[]} bs
 * @returns {Array<{text: string, worse: boolean}>} a lost message is no noise
 */
function failures(load, as, bs) {
  const [a, b] = [as, bs].map((runs) => runs.filter((run) => failedVerdicts(run).length > 0));
  if (a.length + b.length === 0) return [];
  const names = [...new Set([...a, ...b].flatMap(failedVerdicts).map(({ name }) => name))];
  const counts = `${a.length} of ${as.length} runs of A and ${b.length} of ${bs.length} of B`;
  const text = `${load}: ${counts} failed (${names.join(', ')}).`;
  return [{ text, worse: a.length === 0 }];
}
