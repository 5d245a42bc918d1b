import fs from 'node:fs';
import { knownTarget } from '../server/targets.js';

/** The study's table for a kind of load, and its column for each metric of ours. */
const TABLES = /** @type {Record<string, {file: string, columns: Record<string, string>}>} */ ({
  flood: {
    file: 'get-flood',
    columns: { requestsPerSecond: 'requests_per_s', serverCpuPercent: 'cpu_percent', serverMb: 'ram_mb' },
  },
  messages: {
    file: 'message-test',
    columns: {
      acknowledgedPerSecond: 'messages_per_s',
      errorPercent: 'error_percent',
      serverCpuPercent: 'cpu_percent',
    },
  },
});

/** Its two servers, as rows and columns name them. */
export const STUDY_SERVERS = [
  { server: 'node', name: 'study: Node.js' },
  { server: 'laravel', name: 'study: Laravel' },
];

/** @param {string} kind of load @returns {string[]} metrics that the study has too */
export const studyMetrics = (kind) => Object.keys(TABLES[kind]?.columns ?? {});

// Its users sent 10 messages/s each, at most 1,000/s together.
const RATE_EACH = 10;
const MOST_RATE = 1000;

/** @param {import('./cells.js').Cell} cell @returns {boolean} whether the study put the same load on */
export function isStudyLoad({ users, rate, runs: [{ kind, plan }] }) {
  if (plan.workload !== undefined && plan.workload !== kind) return false;
  return kind === 'flood' || (kind === 'messages' && rate === Math.min(MOST_RATE, RATE_EACH * users));
}

/**
 * @param {string} kind of load @param {string} target @param {string} metric of record/metrics.js
 * @returns {Map<number, number>} what the study measured of the same server, by users
 */
export function studyValues(kind, target, metric) {
  const table = TABLES[kind];
  const server = knownTarget(target)?.study;
  const column = table?.columns[metric];
  if (!server || !column) return new Map();
  const text = fs.readFileSync(new URL(`../../reference/${table.file}.csv`, import.meta.url), 'utf8');
  const [head, ...rows] = text.trim().split('\n').map((line) => line.split(',')); // prettier-ignore
  const value = (/** @type {string[]} */ row, /** @type {string} */ name) => row[head.indexOf(name)];
  const own = rows.filter((row) => value(row, 'server') === server);
  return new Map(own.map((row) => [Number(value(row, 'users')), Number(value(row, column))]));
}
