import fs from 'node:fs';
import { knownTarget } from '../server/targets.js';

/** @import { RunKind } from '../record/kinds.js' */
/** @import { RunRecord } from '../record/runRecord.js' */

// The study does not tell its users' rate, so its rows stand beside those of the workload messages (messages/s).
const RATE_EACH = 10;
const MOST_RATE = 1000;

/**
 * @typedef {object} StudyTable
 * @property {Array<Record<string, string>>} rows
 * @property {Record<string, string>} columns the study's columns, by our metric
 * @property {(users: number) => number} [rateOf] messages/s of all users in our runs that stand beside the study's
 */

/** @type {Partial<Record<RunKind, StudyTable>>} */
const TABLES = {
  flood: {
    rows: readRows('get-flood'),
    columns: { requestsPerSecond: 'requests_per_s', serverCpuPercent: 'cpu_percent', serverMb: 'ram_mb' },
  },
  messages: {
    rows: readRows('message-test'),
    columns: {
      acknowledgedPerSecond: 'messages_per_s',
      errorPercent: 'error_percent',
      serverCpuPercent: 'cpu_percent',
    },
    rateOf: (users) => Math.min(MOST_RATE, RATE_EACH * users),
  },
};

/** @param {string} name a CSV file of load/reference @returns {Array<Record<string, string>>} rows by column */
function readRows(name) {
  const text = fs.readFileSync(new URL(`../../reference/${name}.csv`, import.meta.url), 'utf8');
  const [head, ...rows] = text.trim().split('\n').map((line) => line.split(',')); // prettier-ignore
  return rows.map((row) => Object.fromEntries(row.map((value, index) => [head[index], value])));
}

/** The study's two servers, as its rows and columns name them. */
export const STUDY_SERVERS = [
  { server: 'node', name: 'study: Node.js' },
  { server: 'laravel', name: 'study: Laravel' },
];

/** @param {RunKind} kind @returns {string[]} our metrics that the study has too */
export const studyMetrics = (kind) => Object.keys(TABLES[kind]?.columns ?? {});

/**
 * @param {{users: number, rate: number, target: string, runs: RunRecord[]}} load
 * @param {string} metric
 * @param {string} [target] whose figure is wanted (the load's target)
 * @returns {number | undefined} undefined: the study did not measure this load
 */
export function studyFigure(
  { users, rate, target: loadedTarget, runs: [{ kind, plan }] },
  metric,
  target = loadedTarget,
) {
  if (plan.workload !== undefined && plan.workload !== kind) return undefined;
  const rateOf = TABLES[kind]?.rateOf;
  if (rateOf && rate !== rateOf(users)) return undefined;
  return studyValues(kind, target, metric).get(users);
}

/**
 * @param {RunKind} kind
 * @param {string} target
 * @param {string} metric name in record/metrics.js
 * @returns {Map<number, number>} the study's values for the same server, by users
 */
export function studyValues(kind, target, metric) {
  const table = TABLES[kind];
  const study = knownTarget(target)?.study;
  const column = table?.columns[metric];
  if (!study || !column) return new Map();
  const rows = table.rows.filter(({ server }) => server === study);
  return new Map(rows.map((row) => [Number(row.users), Number(row[column])]));
}
