import { KINDS } from '../record/kinds.js';
import { valueText } from '../record/numbers.js';
import { failedVerdicts } from '../record/verdict.js';
import { knownTarget, titleOf } from '../server/targets.js';
import { chartsOverUsers } from './charts.js';
import { faultSentence, firstConclusion, lossSentence } from './questions.js';
import { listText, oddsOf, rangeText, runCount } from './sentences.js';
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
  const questions = firsts.filter(({ kind }) => kind !== 'faults');
  const found = questions.flatMap((group) => {
    const text = firstConclusion(group);
    const losses = group.kind === 'messages' && lossSentence(group.cells);
    return text ? [{ bold: `${KINDS[group.kind].title}.`, text: [text, losses].filter(Boolean).join(' ') }] : [];
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
      ...found.slice(0, SENTENCES),
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
  const measured = groups.filter(({ kind }) => kind !== 'faults');
  const kinds = [...Map.groupBy(measured, ({ kind }) => kind)].map(([kind, own]) => ({
    title: KINDS[kind].title,
    // The sentences before this one are of the first group.
    runs: rangeText(own[0].cells.map(({ runs }) => runs.length)),
  }));
  const often = [...Map.groupBy(kinds, ({ runs }) => runs)].map(([runs, own]) => {
    const fewest = Number.parseInt(runs, 10);
    const times =
      fewest < 3
        ? `${runs === '1' ? 'once' : `${runs} times`}, so an order may be chance`
        : `${runs} times, so an order without overlap is chance 1 time in ${oddsOf(fewest)}`;
    return `${listText(own.map(({ title }) => title))}: each load ran ${times}.`;
  });
  const injected = groups.filter(({ kind }) => kind === 'faults').flatMap((group) => group.cells);
  return [...often, outcome, ...(injected.length > 0 ? [faultSentence(injected)] : [])].join(' ');
}

/** @param {RunRecord[]} all @returns {string} whether all is well; injected faults have a sentence of their own */
function outcomeText(all) {
  const measured = all.filter(({ kind }) => kind !== 'faults');
  const records = measured.length > 0 ? measured : all;
  const bad = records.filter((run) => failedVerdicts(run).length > 0);
  const bound = records.filter(({ client }) => client.bound).length;
  const count = runCount(records);
  const who = count === 1 ? 'The run' : `All ${valueText(count)} runs`;
  const limit = bound === 0 ? '' : `; the load client set the figures of ${bound}`;
  if (bad.length === 0) return `${who} passed: nothing was lost, doubled or refused${limit}.`;
  const names = [...new Set(bad.flatMap(failedVerdicts).map(({ name }) => name))];
  const failed = bad.reduce((sum, { counts }) => sum + (counts.wrongRuns ?? 1), 0);
  return `${valueText(failed)} of ${valueText(count)} runs failed (${names.join(', ')})${limit}.`;
}

/** @param {RunRecord[]} records */
function limitText(records) {
  const databases = [...new Set(records.flatMap(({ server }) => server.database ?? []))];
  const isFerret = databases.some((name) => name.startsWith('FerretDB'));
  const flooded = new Set(records.flatMap(({ kind, plan }) => (kind === 'flood' ? plan.target : [])));
  const withoutLaravel = [...flooded].filter((target) => knownTarget(target)?.http?.withoutLaravel);
  return [
    'No figure here is a limit of Node.js, of Laravel or of PHP.',
    sharedMachine(records),
    ...withoutLaravel.map((target) => `The empty GETs of ${titleOf(target)} pass no code of Laravel.`),
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
