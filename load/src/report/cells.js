import { KINDS } from '../record/kinds.js';
import { loadText } from '../record/loadText.js';
import { METRICS, spreadOf } from '../record/metrics.js';
import { TARGET_NAMES, titleOf } from '../server/targets.js';

/**
 * @typedef {import('../record/runRecord.js').RunRecord} RunRecord
 *
 * @typedef {object} Cell the repetitions of one load on one target
 * @property {string} target @property {string} title the target's, and its store if there are several
 * @property {number} users @property {string} load in words
 * @property {RunRecord[]} runs
 * @property {Record<string, import('../record/metrics.js').Spread>} metrics by the names of record/metrics.js
 * @property {boolean} bound the load client set figures of it
 *
 * @typedef {object} Chapter runs that one table may compare
 * @property {RunRecord['kind']} kind
 * @property {Record<string, string>} same the values of SAME that its runs have in common
 * @property {Cell[]} cells by target and load
 */

/** A table never compares runs that differ in one of these. @type {Record<string, (run: RunRecord) => string>} */
const SAME = {
  seconds: ({ plan }) => (plan.seconds === undefined ? '' : `${plan.seconds} s`),
  client: ({ kind, client, plan }) =>
    [client.name, plan.workload !== kind && plan.workload, plan.request].filter(Boolean).join(', '),
  'load hosts': ({ client }) => (client.agents ? `${client.agents.length} load hosts` : ''),
  commit: ({ client }) => client.commit,
  machine: ({ client }) => client.machine,
};

const ORDER = Object.keys(KINDS);

/** @param {RunRecord[]} records @returns {Chapter[]} */
export function chaptersOf(records) {
  const sameOf = (/** @type {RunRecord} */ run) =>
    Object.fromEntries(Object.entries(SAME).map(([name, of]) => [name, of(run)]));
  const groups = Map.groupBy(records, (run) => JSON.stringify([run.kind, sameOf(run)]));
  return [...groups.values()]
    .map((runs) => ({ kind: runs[0].kind, same: sameOf(runs[0]), cells: cellsOf(runs) }))
    .sort((one, other) => ORDER.indexOf(one.kind) - ORDER.indexOf(other.kind));
}

/** @param {Chapter[]} chapters @returns {string[]} why runs of a kind by one client stand in several tables */
export function apart(chapters) {
  return [...Map.groupBy(chapters, ({ kind, same }) => `${kind} ${same.client}`).values()].flatMap((own) => {
    const [{ kind }] = own;
    const differ = Object.keys(SAME).filter((name) => new Set(own.map(({ same }) => same[name])).size > 1);
    const values = (/** @type {string} */ name) => [...new Set(own.map(({ same }) => same[name] || 'not told'))];
    const titles = new Set(own.flatMap(({ cells }) => cells.map(({ title }) => title)));
    const targets = new Set(own.flatMap(({ cells }) => cells.map(({ target }) => target)));
    return [
      ...differ.map((name) => `${KINDS[kind].title}: runs differ in ${name} (${values(name).join('; ')})`),
      ...(titles.size > targets.size ? [`${KINDS[kind].title}: runs differ in store (${[...titles].join('; ')})`] : []),
    ];
  });
}

/** @param {RunRecord[]} records @returns {Cell[]} */
function cellsOf(records) {
  const titles = titlesOf(records);
  const groups = Map.groupBy(records, (run) => JSON.stringify([titles.get(run), loadText(run.plan)]));
  return [...groups.values()].map((runs) => cellOf(runs, String(titles.get(runs[0])))).sort(inOrder);
}

/** @param {RunRecord[]} records @returns {Map<RunRecord, string>} runs on different stores have different titles */
function titlesOf(records) {
  const storeOf = (/** @type {RunRecord} */ { server }) => server.database ?? 'no database server';
  const titles = [...Map.groupBy(records, ({ plan }) => plan.target)].flatMap(([target, own]) => {
    const several = new Set(own.map(storeOf)).size > 1;
    return own.map((run) => /** @type {const} */ ([run, titleOf(target) + (several ? `, ${storeOf(run)}` : '')]));
  });
  return new Map(titles);
}

/** @param {RunRecord[]} runs @param {string} title @returns {Cell} */
function cellOf(runs, title) {
  const [{ plan }] = runs;
  const metrics = Object.entries(METRICS).flatMap(([name, { of }]) => {
    const values = runs.flatMap((run) => of(run) ?? []);
    return values.length === 0 ? [] : [[name, spreadOf(values)]];
  });
  return {
    ...{ target: plan.target, title, users: plan.users, load: loadText(plan), runs },
    metrics: Object.fromEntries(metrics),
    bound: runs.some(({ client }) => client.bound),
  };
}

/** @param {Cell} one @param {Cell} other */
const inOrder = (one, other) =>
  place(one.target) - place(other.target) ||
  one.target.localeCompare(other.target) ||
  one.users - other.users ||
  (one.runs[0].plan.rate ?? 0) - (other.runs[0].plan.rate ?? 0);

/** @param {string} target */
const place = (target) => (TARGET_NAMES.includes(target) ? TARGET_NAMES.indexOf(target) : TARGET_NAMES.length);
