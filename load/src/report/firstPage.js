import { KINDS } from '../record/kinds.js';
import { valueText } from '../record/numbers.js';
import { failedVerdicts } from '../record/verdict.js';
import { knownTarget, titleOf } from '../server/targets.js';
import { chartsOverUsers } from './charts.js';
import { conclusionOf, firstConclusion, isMeasurement, QUESTIONS } from './questions.js';
import { FEWEST_RUNS, listText, rangeText, runCount, unique } from './sentences.js';
import { overviewTable } from './tables.js';

/**
 * @typedef {import('./cells.js').RunRecord} RunRecord
 * @typedef {import('./cells.js').Group} Group
 *
 * @typedef {object} FirstPage
 * @property {string} sentence the outcome
 * @property {import('./tables.js').Table} glance its table
 * @property {string} limits what not to conclude
 * @property {string} [picture] id of its chart
 * @property {import('./report.js').Block[]} blocks
 */

// Kinds of runs whose first sentence it has.
const SENTENCES = 3;

/** Words in the titles of targets. @type {Record<string, string>} */
const WORDS = {
  loop: 'A loop is one process that takes whatever is ready next and never waits for one client.',
  workers: 'Workers are processes that each serve one request at a time.',
};

export const MARKS =
  'A figure is the median of its runs (the least to the greatest). Slanted: in one of them at least the load client ' +
  'was busy or late, so that the figure may be its own. ✕: a run failed; how long its messages waited is left out. ' +
  '–: not measured, or of too few messages. The study is matched by users: how often they sent it does not tell.';

/** @param {RunRecord[]} records @param {Group[]} groups @returns {FirstPage} */
export function firstPage(records, groups) {
  const sentence = outcomeText(records);
  const firsts = [...Map.groupBy(groups, ({ kind }) => kind).values()].map(([group]) => group);
  const findings = firsts.filter(isMeasurement).flatMap((group) => {
    const text = firstConclusion(group);
    const addition = QUESTIONS[group.kind].addOnFirstPage?.(group.cells);
    return text ? [{ bold: `${KINDS[group.kind].title}.`, text: [text, addition].filter(Boolean).join(' ') }] : [];
  });
  const titles = groups.flatMap(({ cells }) => cells.map(({ title }) => title));
  const definitions = Object.keys(WORDS).filter((word) => titles.some((title) => title.includes(word)));
  const glance = overviewTable(firsts);
  const limits = limitText(records);
  const charts = firsts.flatMap((group) => chartsOverUsers(group)).slice(0, 1);
  return {
    sentence,
    glance,
    limits,
    picture: charts[0]?.id,
    blocks: [
      { text: definitions.map((word) => WORDS[word]).join(' ') },
      ...findings.slice(0, SENTENCES),
      { bold: 'How sure.', text: sureText(groups, sentence) },
      { bold: 'What not to conclude.', text: limits },
      ...(glance.head.length > 1 ? [{ table: glance }] : []),
      { text: MARKS },
      { charts },
    ],
  };
}

/** @param {Group[]} groups @param {string} outcome */
function sureText(groups, outcome) {
  const kinds = [...Map.groupBy(groups, ({ kind }) => kind).values()];
  const measurements = kinds.map(([group]) => group).filter(isMeasurement);
  const repeated = measurements
    .filter(({ kind }) => !QUESTIONS[kind].searchesLoad)
    .map(({ kind, cells }) => ({ title: KINDS[kind].title, runs: rangeText(cells.map(({ runs }) => runs.length)) }));
  const repetitions = [...Map.groupBy(repeated, ({ runs }) => runs)].map(([runs, kindsOfRuns]) => {
    const fewestRuns = Number.parseInt(runs, 10);
    const times =
      fewestRuns < FEWEST_RUNS
        ? `${runs === '1' ? 'once' : `${runs} times`}, so an order may be chance`
        : `${runs} times, so an order without overlap is chance 1 time in ${oddsOf(fewestRuns)}`;
    return `${listText(kindsOfRuns.map(({ title }) => title))}: each load ran ${times}.`;
  });
  const searches = measurements
    .filter(({ kind }) => QUESTIONS[kind].searchesLoad)
    .map(({ kind }) => `${KINDS[kind].title}: both edges of a search were confirmed by five runs each.`);
  const ledgerTests = kinds
    .filter(([group]) => !isMeasurement(group))
    .flatMap((groupsOfKind) => conclusionOf({ ...groupsOfKind[0], cells: groupsOfKind.flatMap(({ cells }) => cells) }));
  return [...repetitions, ...searches, outcome, ...ledgerTests].join(' ');
}

/** @param {number} runs of each of two servers @returns {number} one time in so many all of either are the better */
const oddsOf = (runs) =>
  Array.from({ length: runs }, (_, place) => (runs + place + 1) / (place + 1)).reduce((odds, each) => odds * each) / 2;

/** @param {RunRecord[]} allRecords @returns {string} whether all went well; injected faults have their own sentence */
function outcomeText(allRecords) {
  const measurements = allRecords.filter(isMeasurement);
  const records = measurements.length > 0 ? measurements : allRecords;
  const failedRecords = records.filter((run) => failedVerdicts(run).length > 0);
  const bound = records.filter(({ client }) => client.bound).length;
  const count = runCount(records);
  const subject = count === 1 ? 'The run' : `All ${valueText(count)} runs`;
  const limit = bound === 0 ? '' : `; the load client set the figures of ${bound}`;
  if (failedRecords.length === 0) return `${subject} passed: nothing was lost, doubled or refused${limit}.`;
  const names = unique(failedRecords.flatMap(failedVerdicts).map(({ name }) => name));
  const failedRuns = failedRecords.reduce((sum, { counts }) => sum + (counts.wrongRuns ?? 1), 0);
  return `${valueText(failedRuns)} of ${valueText(count)} runs failed (${names.join(', ')})${limit}.`;
}

/** @param {RunRecord[]} records */
function limitText(records) {
  const databases = unique(records.map(({ server }) => server.database));
  const withoutLaravel = unique(records.filter(({ kind }) => kind === 'flood').map(({ plan }) => plan.target)).filter(
    (target) => knownTarget(target)?.http?.withoutLaravel,
  );
  return [
    'No figure here is a limit of Node.js, of Laravel or of PHP.',
    sharedMachine(records),
    ...withoutLaravel.map((target) => `The empty GETs of ${titleOf(target)} pass no code of Laravel.`),
    databases.length > 1 &&
      `The chats store in ${listText(databases)}: a difference between the chats may be one between these.`,
    databases.some((name) => name.startsWith('FerretDB')) && 'FerretDB stands in for MongoDB.',
  ]
    .filter(Boolean)
    .join(' ');
}

/** @param {RunRecord[]} records @returns {string} '' where servers and client had machines of their own */
function sharedMachine(records) {
  const machines = unique(records.map(({ client }) => client.machine));
  const isShared = records.every(({ client }) => !client.agents) && records.some(({ server }) => server.parts.server);
  const [, cores = 'the'] = /(\d+ logical) cores/.exec(machines[0]) ?? [];
  if (machines.length !== 1 || !isShared) return '';
  return `Servers, databases and load client shared ${cores} cores of one machine: trust ratios before figures.`;
}
