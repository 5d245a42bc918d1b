import { median, permutationTest, quantile, sampleWithReplacement, sum } from 'simple-statistics';
import { FINDING_COUNTS } from '../ledger/audit.js';
import { ALIKE } from '../record/alike.js';
import { formOf } from '../record/kinds.js';
import { loadText } from '../record/plan.js';
import { METRICS } from '../record/metrics.js';
import { failedVerdicts } from '../record/verdict.js';

/** @import { RunRecord } from '../record/runRecord.js' */
/** @import { Form } from '../record/kinds.js' */

/**
 * @typedef {'worse' | 'better' | 'no clear difference' | 'too few runs'} Judgement
 *
 * @typedef {object} Compared one metric at one load
 * @property {string} load the load in words
 * @property {string} metric name in record/metrics.js
 * @property {number[]} a a value for each run of A, without the runs whose figures the load client set
 * @property {number[]} b the same for B
 * @property {number | null} size (median of B - median of A) / median of A; null: too few runs
 * @property {[number, number] | null} interval of the size, 95 %, by a bootstrap over runs
 * @property {number | null} p by a permutation test
 * @property {Judgement} judgement
 *
 * @typedef {{load: string, as: RunRecord[], bs: RunRecord[]}} LoadRuns the runs of both sides at one load
 */

// One in a hundred comparisons of equal code may name a difference. All tests of a comparison share this: one test for
// each metric, and one for the failures of each load.
const ALPHA = 0.01;
const FEWEST_RUNS = 7;
// A difference counts only if it is at least this part of A.
const LEAST = 0.05;
const RESAMPLES = 2000;
const PERMUTATIONS = 10_000;
const FINDINGS = new Set(Object.values(FINDING_COUNTS).map(({ name }) => String(name)));

/**
 * The metrics that are compared: few, since each further test makes every difference harder to show.
 * @type {Record<Form, string[]>}
 */
const JUDGED = {
  chat: ['ackP95', 'cpuMsEach', 'serverMb'],
  http: ['requestsPerSecond', 'cpuMsEach', 'serverMb'],
  capacity: ['usersBorne'],
  connections: ['kilobytesEach', 'serverMsEachJoin'],
  faults: ['rightRunsPercent'],
};

/** Runs may be compared if these are equal. @type {Record<string, (run: RunRecord) => unknown>} */
const COMPARABLE_BY = {
  ...ALIKE,
  'kind of load': ({ kind }) => kind,
  target: ({ plan }) => plan.target,
  database: ({ server }) => server.database,
  'fresh server': ({ server }) => server.fresh,
  'rate limits': ({ server }) => server.rateLimits,
};

/** @param {RunRecord[]} a @param {RunRecord[]} b @returns {string[]} what differs between the runs */
export function differences(a, b) {
  return Object.entries(COMPARABLE_BY).flatMap(([name, valueOf]) => {
    const values = new Set([...a, ...b].map((run) => String(valueOf(run) ?? 'unknown') || 'none'));
    return values.size === 1 ? [] : [`${name}: ${[...values].join(', ')}`];
  });
}

/** @param {RunRecord} run @returns {string} the kind and load, which are the same for comparable runs */
export const loadKey = ({ kind, plan }) => `${kind}, ${loadText(plan)}`;

/**
 * Tells whether B is worse than A. Each run gives one value, since deliveries of one run depend on each other.
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
  const alpha = ALPHA / (pairs.length + loads.length);
  const rows = pairs.map((pair) => compare(pair, alpha));
  const failures = loads.flatMap((runs) => compareFailures(runs, alpha));
  const bound = [a, b].map((runs) => runs.filter(({ client }) => client.bound).length);
  return {
    rows,
    notes: [
      ...failures.map(({ text }) => text),
      ...(bound[0] + bound[1] > 0
        ? [`Left out, since the load client set their figures: ${bound[0]} runs of A, ${bound[1]} of B.`]
        : []),
    ],
    worse: rows.some(({ judgement }) => judgement === 'worse') || failures.some((one) => one.worse),
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
  const p = chanceOf(a, b);
  const clear = p < alpha && interval[0] * interval[1] > 0 && Math.abs(size) >= LEAST;
  const better = size > 0 === (METRICS[metric].better === 'higher');
  return { ...pair, size, interval, p, judgement: clear ? (better ? 'better' : 'worse') : 'no clear difference' };
}

/** @param {number[]} a @param {number[]} b @returns {number} probability that means of equal sides differ as much */
const chanceOf = (a, b) => permutationTest(a, b, 'two_side', PERMUTATIONS);

/**
 * @param {LoadRuns} runs @param {number} alpha
 * @returns {Array<{text: string, worse: boolean}>} worse: clearly more runs of B failed, or B alone has findings of the
 *   audit; [] if no run failed
 */
function compareFailures({ load, as, bs }, alpha) {
  const [a, b] = [as, bs].map((runs) => runs.map((run) => (failedVerdicts(run).length > 0 ? 1 : 0)));
  const [ofA, ofB] = [sum(a), sum(b)];
  const [hasA, hasB] = [as, bs].map((runs) => runs.flatMap(failedVerdicts).some(({ name }) => FINDINGS.has(name)));
  if (ofA + ofB === 0) return [];
  const names = [...new Set([...as, ...bs].flatMap(failedVerdicts).map(({ name }) => name))];
  const counts = `${ofA} of ${a.length} runs of A and ${ofB} of ${b.length} of B`;
  // Noise loses no messages, so one lost message is enough if A lost none.
  const worse = (hasB && !hasA) || (ofB / b.length > ofA / a.length && chanceOf(a, b) < alpha);
  return [{ text: `${load}: ${counts} failed (${names.join(', ')}).`, worse }];
}
