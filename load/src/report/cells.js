import { ALIKE } from '../record/alike.js';
import { KINDS } from '../record/kinds.js';
import { loadText } from '../record/plan.js';
import { METRICS, shownFigure, spreadOf } from '../record/metrics.js';
import { storeOf } from '../record/store.js';
import { failedVerdicts } from '../record/verdict.js';
import { TARGET_NAMES, titleOf } from '../server/targets.js';

/** @import { RunRecord } from '../record/runRecord.js' */
/** @import { Spread } from '../record/metrics.js' */

/**
 * @typedef {object} Cell the repetitions of one load on one target
 * @property {string} target
 * @property {string} title the target's title, and its database if there are several
 * @property {number} users
 * @property {number} rate messages/s or requests/s of all users; 0: not set
 * @property {string} load the load in words
 * @property {RunRecord[]} runs
 * @property {Record<string, Spread>} metrics keys: names in record/metrics.js
 * @property {boolean} bound the load client limited a run
 * @property {boolean} failed a run failed
 *
 * @typedef {object} Group runs that one table may compare
 * @property {RunRecord['kind']} kind
 * @property {string} id
 * @property {Record<string, string>} same the values of SPLIT_BY that its runs have in common
 * @property {Cell[]} cells by target and load
 */

/**
 * Runs that differ in one of these properties never share a table. A run whose value is null may stand beside any.
 * @type {Record<string, (run: RunRecord) => string | null>}
 */
const SPLIT_BY = {
  ...ALIKE,
  commit: ({ client }) => client.commit,
  // A commit or pull during a long run starts its later servers from other code.
  'server commit': ({ server }) => server.commit,
  store: storeOf,
};
/** The tables of one chapter may differ in these properties. */
const SEVERAL = ['client', 'workload', 'request', 'store'];
/** `load/report --check` fails if they differ in these. */
const CHECKED = Object.keys(SPLIT_BY).filter((name) => !SEVERAL.includes(name));

const ORDER = Object.keys(KINDS);

/** @param {RunRecord[]} records @returns {Group[]} in the order of a report; the largest of a kind comes first */
export function groupsOf(records) {
  const groups = Object.keys(SPLIT_BY).reduce(
    (groups, name) => groups.flatMap((group) => splitBy(group, name)),
    [...Map.groupBy(records, ({ kind }) => kind)].map(([kind, runs]) => ({ kind, runs, same: {} })),
  );
  return groups
    .map(({ kind, same, runs }) => ({ kind, same, cells: cellsOf(runs) }))
    .sort((one, other) => ORDER.indexOf(one.kind) - ORDER.indexOf(other.kind) || other.cells.length - one.cells.length)
    .map((group, place, sortedGroups) => {
      const placeInKind = sortedGroups.slice(0, place).filter(({ kind }) => kind === group.kind).length;
      return { ...group, id: placeInKind === 0 ? group.kind : `${group.kind}-${placeInKind + 1}` };
    });
}

/** @param {{kind: RunRecord['kind'], runs: RunRecord[], same: Record<string, string>}} group @param {string} name */
function splitBy({ kind, runs, same }, name) {
  const valueOf = SPLIT_BY[name];
  // A run without a value stands beside the runs of its load, such as a null server beside the chats.
  const runsByLoad = Map.groupBy(runs, ({ plan }) => loadText(plan));
  const ownOrCommonest = (/** @type {RunRecord} */ run) =>
    valueOf(run) ?? commonest(runsByLoad.get(loadText(run.plan)), valueOf) ?? commonest(runs, valueOf) ?? '';
  return [...Map.groupBy(runs, ownOrCommonest)].map(([value, runsOfValue]) => ({
    kind,
    runs: runsOfValue,
    same: { ...same, [name]: value },
  }));
}

/**
 * @param {RunRecord[] | undefined} runs @param {(run: RunRecord) => string | null} valueOf
 * @returns {string | undefined}
 */
function commonest(runs = [], valueOf) {
  const values = runs.flatMap((run) => valueOf(run) ?? []);
  return [...Map.groupBy(values, (value) => value)].sort((one, other) => other[1].length - one[1].length)[0]?.[0];
}

/** @param {Group[]} groups @returns {string[]} differences between runs that should be alike */
export function differencesOf(groups) {
  return [
    ...Map.groupBy(groups, ({ kind, same }) => [kind, ...SEVERAL.map((name) => same[name])].join()).values(),
  ].flatMap((chapterGroups) => {
    const { title } = KINDS[chapterGroups[0].kind];
    const differ = (/** @type {string} */ name, /** @type {string[]} */ values) =>
      values.length < 2 ? [] : [`${title}: runs differ in ${name} (${values.join('; ')})`];
    const cells = chapterGroups.flatMap((group) => group.cells);
    const titles = [...new Set(cells.map(({ title: row }) => row))];
    return [
      ...CHECKED.flatMap((name) => differ(name, [...new Set(chapterGroups.map(({ same }) => same[name] || 'none'))])),
      ...(titles.length > new Set(cells.map(({ target }) => target)).size ? differ('database', titles) : []),
    ];
  });
}

/** @param {RunRecord[]} records @returns {Cell[]} */
function cellsOf(records) {
  const titles = rowTitles(records);
  const cells = Map.groupBy(records, (run) => JSON.stringify([titles.get(run), loadText(run.plan)]));
  return [...cells.values()].map((runs) => cellOf(runs, String(titles.get(runs[0])))).sort(inOrder);
}

/** @param {RunRecord[]} records @returns {Map<RunRecord, string>} runs on different databases have different titles */
function rowTitles(records) {
  const databaseOf = (/** @type {RunRecord} */ { server }) => server.database ?? 'no database server';
  const titles = [...Map.groupBy(records, ({ plan }) => plan.target)].flatMap(([target, runsOfTarget]) => {
    const hasSeveral = new Set(runsOfTarget.map(databaseOf)).size > 1;
    return runsOfTarget.map(
      (run) => /** @type {const} */ ([run, titleOf(target) + (hasSeveral ? `, ${databaseOf(run)}` : '')]),
    );
  });
  return new Map(titles);
}

/** @param {RunRecord[]} runs @param {string} title @returns {Cell} */
function cellOf(runs, title) {
  const [{ plan }] = runs;
  const metrics = Object.keys(METRICS).flatMap((name) => {
    const values = runs.flatMap((run) => shownFigure(name, run) ?? []);
    return values.length === 0 ? [] : [[name, spreadOf(values)]];
  });
  return {
    target: plan.target,
    title,
    users: plan.users,
    rate: plan.rate ?? 0,
    load: loadText(plan),
    runs,
    metrics: Object.fromEntries(metrics),
    bound: runs.some(({ client }) => client.bound),
    failed: runs.some((run) => failedVerdicts(run).length > 0),
  };
}

/** @param {Cell[]} cells @returns {Cell[][]} cells of each load, the least load first */
export const byLoad = (cells) =>
  [...Map.groupBy(cells, ({ load }) => load).values()].sort(
    ([one], [other]) => one.users - other.users || one.rate - other.rate,
  );

/** @param {Cell} one @param {Cell} other */
const inOrder = (one, other) =>
  placeOf(one.target) - placeOf(other.target) ||
  one.target.localeCompare(other.target) ||
  one.title.localeCompare(other.title) ||
  one.users - other.users ||
  one.rate - other.rate;

/** @param {string} target */
const placeOf = (target) => (TARGET_NAMES.includes(target) ? TARGET_NAMES.indexOf(target) : TARGET_NAMES.length);
