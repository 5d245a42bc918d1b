import { KINDS } from '../record/kinds.js';
import { valueText } from '../record/numbers.js';
import { failedVerdicts } from '../record/verdict.js';
import { knownTarget, titleOf } from '../server/targets.js';
import { chartsOverUsers } from './charts.js';
import { faultSentence, lossSentence } from './ledgerSentences.js';
import { conclusionOf, isMeasurement, QUESTIONS } from './questions.js';
import { listText, rangeText, runCount, unique } from './sentences.js';
import { overviewTable } from './tables.js';

/**
 * @typedef {import('./cells.js').RunRecord} RunRecord
 * @typedef {import('./cells.js').Group} Group
 *
 * @typedef {object} FirstPage
 * @property {string} sentence the outcome
 * @property {import('./tables.js').Table} glance its table
 * @property {string} limits what not to conclude
 * @property {import('./report.js').Block[]} blocks
 */

// Kinds of runs whose first sentence it has.
const SENTENCES = 3;

export const SLANTED =
  'Slanted: the load client was busy or late in at least one of them, so a rate may be higher (≥) and a time shorter (≤).';
export const MARKS =
  `A figure is the median of its runs (the least to the greatest). ${SLANTED} ✕: a run failed; how long its messages ` +
  'waited is left out. –: not measured, or of too few messages. The study is matched by users: how often they sent, and ' +
  'what its error % counts, it does not tell.';

/** @param {RunRecord[]} records @param {Group[]} groups @returns {FirstPage} */
export function firstPage(records, groups) {
  const sentence = outcomeText(records);
  const firsts = [...Map.groupBy(groups, ({ kind }) => kind).values()].map(([group]) => group);
  const findings = firsts
    .filter(isMeasurement)
    .map((group) => ({ bold: `${KINDS[group.kind].title}.`, text: conclusionOf(group)[0] ?? '' }));
  const glance = overviewTable(firsts);
  const limits = cautionText(records);
  return {
    sentence,
    glance,
    limits,
    blocks: [
      ...findings.slice(0, SENTENCES),
      { bold: 'How sure.', text: sureText(firsts, groups, sentence) },
      { bold: 'What not to conclude.', text: limits },
      ...(glance.head.length > 1 ? [{ table: glance }] : []),
      { text: MARKS },
      { charts: firsts.flatMap((group) => chartsOverUsers(group)).slice(0, 1) },
    ],
  };
}

/** @param {Group[]} firsts the first group of each kind @param {Group[]} groups all @param {string} outcome */
function sureText(firsts, groups, outcome) {
  const runs = firsts
    .filter((group) => isMeasurement(group) && !QUESTIONS[group.kind].searchesLoad)
    .map(({ kind, cells }) => `${KINDS[kind].title} ${rangeText(cells.map((cell) => cell.runs.length))}`);
  const measuredCells = groups.filter(isMeasurement).flatMap(({ cells }) => cells);
  const tests = groups.filter((group) => !isMeasurement(group));
  return [
    runs.length > 0 &&
      `Runs of each load: ${runs.join(', ')}. Of three runs each an order without overlap is chance 1 time in 10, of ` +
        'fewer more often.',
    outcome,
    failuresText(groups),
    lossSentence(measuredCells),
    tests.length > 0 && faultSentence(tests.flatMap(({ cells }) => cells)),
  ]
    .filter(Boolean)
    .join(' ');
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
  const failedRuns = failedRecords.reduce((sum, { counts }) => sum + (counts.wrongRuns ?? 1), 0);
  return `${valueText(failedRuns)} of ${valueText(count)} runs failed${limit}.`;
}

/** @param {Group[]} groups @returns {string} which loads of which targets failed, and by what; '' where none did */
function failuresText(groups) {
  const failures = groups.filter(isMeasurement).flatMap(({ kind, cells }) =>
    cells
      .filter(({ failed }) => failed)
      .map(({ title, load, runs }) => {
        const failedRuns = runs.filter((run) => failedVerdicts(run).length > 0);
        const names = unique(failedRuns.flatMap(failedVerdicts).map(({ name }) => name));
        return `${KINDS[kind].title} on ${title} at ${load} (${failedRuns.length} of ${runs.length}: ${names.join(', ')})`;
      }),
  );
  return failures.length > 0 ? `Failed: ${failures.join('; ')}.` : '';
}

/** @param {RunRecord[]} records */
function cautionText(records) {
  const databases = unique(records.map(({ server }) => server.database));
  const withoutLaravel = unique(records.filter(({ kind }) => kind === 'flood').map(({ plan }) => plan.target)).filter(
    (target) => knownTarget(target)?.http?.withoutLaravel,
  );
  const shared = records.every(({ client }) => !client.agents) && records.some(({ server: { parts } }) => parts.server);
  return [
    'No figure here is a limit of Node.js, of Laravel or of PHP.',
    shared && 'Servers, databases and load client shared the cores of one machine: trust ratios before figures.',
    ...withoutLaravel.map((target) => `The empty GETs of ${titleOf(target)} pass no code of Laravel.`),
    databases.length > 1 &&
      `The chats store in ${listText(databases)}: a difference between the chats may be one between these.`,
    databases.some((name) => name.startsWith('FerretDB')) && 'FerretDB stands in for MongoDB.',
  ]
    .filter(Boolean)
    .join(' ');
}
