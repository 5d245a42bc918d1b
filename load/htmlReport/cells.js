import { valueText } from '../charts/numbers.js';
import { formOf, KINDS } from '../runRecord/kinds.js';
import { METRICS } from '../runRecord/metrics.js';
import { spreadOf } from '../runRecord/spread.js';
import { failedVerdicts } from '../runRecord/verdict.js';
import { knownTarget, TARGET_NAMES } from '../targets/targets.js';

/**
 * @typedef {import('../runRecord/runRecord.js').RunRecord} RunRecord
 *
 * @typedef {object} Cell the repetitions of one load on one target
 * @property {RunRecord['kind']} kind @property {string} target @property {string} title of the target
 * @property {number} users @property {number | null} rate messages/s of all @property {string} client
 * @property {string | null} fault that was injected
 * @property {RunRecord[]} runs
 * @property {Record<string, import('../runRecord/spread.js').Spread>} metrics by the names of runRecord/metrics.js
 * @property {string[]} boundBy what made the client set figures of it; empty: nothing did
 * @property {Array<{name: string, value: number | null, most: number, run: RunRecord}>} failures verdicts that did not pass
 */

/** @param {RunRecord[]} records @returns {Cell[]} by kind, target and users, targets in the order of the study */
export function cellsOf(records) {
  const groups = Map.groupBy(records, ({ kind, plan, client }) =>
    JSON.stringify([kind, plan.target, plan.users, plan.rate ?? null, plan.fault ?? null, client.name]),
  );
  return [...groups.values()].map(cellOf).sort(inOrder);
}

/** @param {RunRecord[]} runs @returns {Cell} */
function cellOf(runs) {
  const [{ kind, plan, client }] = runs;
  const metrics = Object.entries(METRICS).flatMap(([name, { of }]) => {
    const values = runs.flatMap((run) => of(run) ?? []);
    return values.length === 0 ? [] : [[name, spreadOf(values)]];
  });
  return {
    kind,
    target: plan.target,
    title: knownTarget(plan.target)?.title ?? plan.target,
    users: plan.users,
    rate: plan.rate ?? null,
    client: client.name,
    fault: plan.fault ?? null,
    runs,
    metrics: Object.fromEntries(metrics),
    boundBy: [...new Set(runs.flatMap((run) => (run.client.bound ? run.client.boundBy : [])))],
    failures: runs.flatMap((run) => failedVerdicts(run).map((one) => ({ ...one, run }))),
  };
}

const ORDER = Object.keys(KINDS);

/** @param {Cell} one @param {Cell} other */
function inOrder(one, other) {
  return (
    ORDER.indexOf(one.kind) - ORDER.indexOf(other.kind) ||
    TARGET_NAMES.indexOf(one.target) - TARGET_NAMES.indexOf(other.target) ||
    (one.target < other.target ? -1 : Number(one.target > other.target)) ||
    one.users - other.users ||
    (one.fault ?? '').localeCompare(other.fault ?? '') ||
    (one.rate ?? 0) - (other.rate ?? 0) ||
    (one.client < other.client ? -1 : 1)
  );
}

/** @param {RunRecord} run @returns {string} which load it is */
export const loadOfRun = ({ kind, plan, client }) =>
  loadOf({ kind, users: plan.users, rate: plan.rate ?? null, fault: plan.fault ?? null, client: client.name });

/** @param {Pick<Cell, 'users' | 'rate' | 'client' | 'kind' | 'fault'>} cell @returns {string} which load it is */
export function loadOf({ users, rate, client, kind, fault }) {
  if (fault !== null) return `${fault}${byClient(client)}`;
  const people = `${valueText(users)} user${users === 1 ? '' : 's'}`;
  return `${people}${formOf(kind) === 'flood' || rate === null ? '' : `, ${valueText(Number(rate.toFixed(1)))} messages/s`}${byClient(client)}`;
}

/** @param {string} client @returns {string} to be said after a load or a target: nothing of the usual ones */
export const byClient = (client) => (client === 'raw' || client === 'ab' ? '' : `, ${client}`);
