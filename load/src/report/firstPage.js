import { KINDS } from '../record/kinds.js';
import { valueText } from '../record/numbers.js';
import { failedVerdicts } from '../record/verdict.js';
import { chartsOverUsers } from './charts.js';
import { conclusionOf, firstConclusion, isMeasurement, QUESTIONS } from './questions.js';
import { listText, oddsOf, rangeText, runCount, unique } from './sentences.js';
import { overviewTable } from './tables.js';

/**
 * @typedef {import('./cells.js').RunRecord} RunRecord
 * @typedef {import('./cells.js').Group} Group
 */

// Kinds of runs whose first sentence it has.
const SENTENCES = 3;

const MARKS =
  'A figure is the median of its runs (the least to the greatest). Slanted: in one of them at least the load client ' +
  'was busy or late, so that the figure may be its own. ✕: a run failed.';

/**
 * @param {RunRecord[]} records @param {Group[]} groups
 * @returns {{sentence: string, blocks: import('./report.js').Block[], glance: import('./tables.js').Table,
 *   limits: string, picture?: string}} sentence: the outcome; glance: the table in it; limits: what not to conclude;
 *   picture: id of its chart
 */
export function firstPage(records, groups) {
  const sentence = outcomeText(records);
  const firsts = [...Map.groupBy(groups, ({ kind }) => kind).values()].map(([group]) => group);
  const questions = firsts.filter(isMeasurement);
  const findings = questions.flatMap((group) => {
    const text = firstConclusion(group);
    const addition = QUESTIONS[group.kind].addOnFirstPage?.(group.cells);
    return text ? [{ bold: `${KINDS[group.kind].title}.`, text: [text, addition].filter(Boolean).join(' ') }] : [];
  });
  const glance = overviewTable(firsts);
  const limits = limitText(records);
  const charts = firsts.flatMap((group) => chartsOverUsers(group)).slice(0, 1);
  return {
    sentence,
    glance,
    limits,
    picture: charts[0]?.id,
    blocks: [
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
  const repetitions = kinds
    .map(([firstGroup]) => firstGroup)
    .filter(isMeasurement)
    .map(({ kind, cells }) => ({ title: KINDS[kind].title, runs: rangeText(cells.map(({ runs }) => runs.length)) }));
  const runTexts = [...Map.groupBy(repetitions, ({ runs }) => runs)].map(([runs, kindsOfRuns]) => {
    const fewestRuns = Number.parseInt(runs, 10);
    const times =
      fewestRuns < 3
        ? `${runs === '1' ? 'once' : `${runs} times`}, so an order may be chance`
        : `${runs} times, so an order without overlap is chance 1 time in ${oddsOf(fewestRuns)}`;
    return `${listText(kindsOfRuns.map(({ title }) => title))}: each load ran ${times}.`;
  });
  const ledgerTests = kinds
    .filter(([group]) => !isMeasurement(group))
    .flatMap((groupsOfKind) => conclusionOf({ ...groupsOfKind[0], cells: groupsOfKind.flatMap(({ cells }) => cells) }));
  return [...runTexts, outcome, ...ledgerTests].join(' ');
}

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
  const names = [...new Set(failedRecords.flatMap(failedVerdicts).map(({ name }) => name))];
  const failedRuns = failedRecords.reduce((sum, { counts }) => sum + (counts.wrongRuns ?? 1), 0);
  return `${valueText(failedRuns)} of ${valueText(count)} runs failed (${names.join(', ')})${limit}.`;
}

/** @param {RunRecord[]} records */
function limitText(records) {
  const databases = [...new Set(records.flatMap(({ server }) => server.database ?? []))];
  const isFerret = databases.some((name) => name.startsWith('FerretDB'));
  return [
    'No figure here is a limit of Node.js, of Laravel or of PHP.',
    sharedMachine(records),
    ...unique(records.map(({ kind, plan }) => QUESTIONS[kind].limitOf?.(plan.target))),
    ...(databases.length > 1
      ? [`The chats store in ${listText(databases)}: a difference between the chats may be one between these.`]
      : []),
    ...(isFerret ? ['FerretDB stands in for MongoDB.'] : []),
  ]
    .filter(Boolean)
    .join(' ');
}

/** @param {RunRecord[]} records @returns {string} '' where servers and client had machines of their own */
function sharedMachine(records) {
  const machines = new Set(records.map(({ client }) => client.machine));
  const isShared = records.every(({ client }) => !client.agents) && records.some(({ server }) => server.parts.server);
  const [, cores = 'the'] = /(\d+ logical) cores/.exec([...machines][0]) ?? [];
  if (machines.size !== 1 || !isShared) return '';
  return `Servers, databases and load client shared ${cores} cores of one machine: trust ratios before figures.`;
}
