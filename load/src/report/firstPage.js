import { KINDS } from '../record/kinds.js';
import { valueText } from '../record/numbers.js';
import { failedVerdicts } from '../record/verdict.js';
import { knownTarget, titleOf } from '../server/targets.js';
import { chartsOverUsers } from './charts.js';
import { faultSentence } from './ledgerSentences.js';
import { firstConclusion, isMeasurement, QUESTIONS } from './questions.js';
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
      { bold: 'How sure.', text: sureText(firsts, groups, sentence) },
      { bold: 'What not to conclude.', text: limits },
      ...(glance.head.length > 1 ? [{ table: glance }] : []),
      { text: MARKS },
      { charts },
    ],
  };
}

/** @param {Group[]} firsts the first group of each kind @param {Group[]} groups all @param {string} outcome */
function sureText(firsts, groups, outcome) {
  const isSearch = (/** @type {Group} */ { kind }) => QUESTIONS[kind].searchesLoad;
  const measured = firsts.filter(isMeasurement);
  const runs = measured
    .filter((group) => !isSearch(group))
    .map(({ kind, cells }) => `${KINDS[kind].title} ${rangeText(cells.map((cell) => cell.runs.length))}`);
  const searches = measured
    .filter(isSearch)
    .map(({ kind }) => `${KINDS[kind].title}: both edges of a search were confirmed by five runs each.`);
  const tests = groups.filter((group) => !isMeasurement(group));
  return [
    runs.length > 0 &&
      `Runs of each load: ${runs.join(', ')}. Of three runs each an order without overlap is chance 1 time in 10, of ` +
        'fewer more often.',
    ...searches,
    outcome,
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
