import { loadOfRun } from '../htmlReport/cells.js';
import { formOf } from '../runRecord/kinds.js';
import { METRICS } from '../runRecord/metrics.js';
import { failedVerdicts } from '../runRecord/verdict.js';
import { difference } from './difference.js';
import { holm } from './holm.js';
import { blocksOf } from './turns.js';
import { loadKey } from './sameWork.js';

/**
 * @typedef {import('../runRecord/runRecord.js').RunRecord} RunRecord
 * @typedef {'worse' | 'better' | 'no clear difference' | 'too few runs'} Says
 *
 * @typedef {object} Compared one metric at one load
 * @property {string} load @property {string} metric by its name in runRecord/metrics.js
 * @property {number[]} a @property {number[]} b a value a run
 * @property {boolean} inTurns
 * @property {number} leastP that so many runs can come to: both ends of all their orders
 * @property {import('./difference.js').Difference | null} difference null: too few runs
 * @property {number | null} p corrected for the number of tests
 * @property {Says} says
 *
 * @typedef {object} Comparison
 * @property {Compared[]} rows
 * @property {string[]} notes what a reader has to know
 * @property {boolean} worse
 */

// Of all tests of one comparison together: one in a hundred comparisons of the same code names a difference.
const ALPHA = 0.01;

/** What is compared unless told: few, since each more makes each of them harder to show. */
export const JUDGED = {
  chat: ['ackP95', 'cpuMsEach', 'serverMb'],
  flood: ['requestsPerSecond', 'cpuMsEach', 'serverMb'],
  connections: ['kilobytesEach', 'serverMsEachJoin'],
  faults: ['rightRunsPercent'],
};

/**
 * @param {RunRecord[]} a @param {RunRecord[]} b of the same loads
 * @param {{metrics?: string[], least: number}} options least: a difference has to be so large to count, % of A
 * @returns {Comparison}
 */
export function compareRuns(a, b, { metrics, least }) {
  const loads = [...Map.groupBy(a, loadKey)].flatMap(([key, as]) => {
    const bs = b.filter((run) => loadKey(run) === key);
    return bs.length === 0 ? [] : [{ as, bs }];
  });
  const measured = loads.flatMap(({ as, bs }) => {
    const names = metrics ?? JUDGED[formOf(as[0].kind)];
    return names.flatMap((metric) => measure(as, bs, metric));
  });
  const tested = measured.flatMap(({ difference: found }) => found ?? []);
  const corrected = holm(tested.map(({ p }) => p));
  /** @type {Compared[]} */
  const rows = measured.map((row) => {
    const p = row.difference ? corrected[tested.indexOf(row.difference)] : null;
    // Twice: orders are drawn by lot, so p comes out a little off.
    const enough = 2 * row.leastP * tested.length < ALPHA;
    return { ...row, p, says: enough && p !== null ? says(row, p, least) : 'too few runs' };
  });
  const failed = loads.flatMap(({ as, bs }) => failures(as, bs));
  return {
    rows,
    notes: [...failed.map(({ text }) => text), ...loads.flatMap(({ as, bs }) => boundNotes(as, bs))],
    worse: rows.some((row) => row.says === 'worse') || failed.some((one) => one.worse),
  };
}

/**
 * @param {RunRecord[]} as @param {RunRecord[]} bs @param {string} metric
 * @returns {Array<Omit<Compared, 'p' | 'says'>>} [] where the runs do not have it
 */
function measure(as, bs, metric) {
  const of = (/** @type {RunRecord} */ run) => METRICS[metric].of(run);
  const usable = (/** @type {RunRecord} */ run) => !run.client.bound && typeof of(run) === 'number';
  if ([...as, ...bs].every((run) => typeof of(run) !== 'number')) return [];
  const values = (/** @type {RunRecord[]} */ runs) => runs.filter(usable).map((run) => Number(of(run)));
  const blocks = blocksOf(as, bs).map((block) => ({ a: values(block.a), b: values(block.b) }));
  const a = blocks.flatMap((block) => block.a);
  const b = blocks.flatMap((block) => block.b);
  // A block that has lost one side has nothing to hold the other against.
  const whole = blocks.filter((block) => block.a.length > 0 && block.b.length > 0);
  return [
    {
      load: loadOfRun(as[0]),
      metric,
      a,
      b,
      inTurns: blocks.length > 1,
      leastP: 2 / whole.reduce((orders, block) => orders * ordersOf(block), 1),
      difference: whole.length > 0 ? difference(whole) : null,
    },
  ];
}

/** @param {{a: unknown[], b: unknown[]}} block @returns {number} ways to tell its runs as those of A and those of B */
const ordersOf = ({ a, b }) =>
  a.reduce((/** @type {number} */ orders, _, place) => (orders * (b.length + place + 1)) / (place + 1), 1);

/**
 * @param {Omit<Compared, 'p' | 'says'>} row @param {number} p @param {number} least
 * @returns {Says}
 */
function says({ metric, a, difference: found }, p, least) {
  if (found === null) return 'too few runs';
  const beyond = found.least > 0 || found.greatest < 0;
  const share = found.relative ? found.size : found.size / Math.max(Math.abs(mean(a)), Number.MIN_VALUE);
  if (p >= ALPHA || !beyond || Math.abs(share) * 100 < least) return 'no clear difference';
  const more = found.size > 0;
  return more === (METRICS[metric].better === 'higher') ? 'better' : 'worse';
}

/** @param {RunRecord[]} as @param {RunRecord[]} bs @returns {Array<{text: string, worse: boolean}>} runs that were not good: a lost message is no noise */
function failures(as, bs) {
  const bad = (/** @type {RunRecord[]} */ runs) => runs.filter((run) => failedVerdicts(run).length > 0);
  const [a, b] = [bad(as), bad(bs)];
  if (a.length + b.length === 0) return [];
  const names = [...new Set([...a, ...b].flatMap(failedVerdicts).map(({ name }) => name))];
  const text = `${loadOfRun(as[0])}: ${a.length} of ${as.length} runs of A and ${b.length} of ${bs.length} of B failed (${names.join(', ')}).`;
  return [{ text, worse: a.length === 0 }];
}

/** @param {RunRecord[]} as @param {RunRecord[]} bs @returns {string[]} */
function boundNotes(as, bs) {
  const bound = [as, bs].map((runs) => runs.filter(({ client }) => client.bound).length);
  if (bound[0] + bound[1] === 0) return [];
  return [
    `${loadOfRun(as[0])}: ${bound[0]} of ${as.length} runs of A and ${bound[1]} of ${bs.length} of B are left out: the load client set their figures.`,
  ];
}

/** @param {number[]} values */
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
