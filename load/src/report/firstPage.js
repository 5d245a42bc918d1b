import { KINDS } from '../record/kinds.js';
import { titleOf } from '../server/targets.js';
import { chartsOverUsers } from './charts.js';
import { faultsText, firstSentence, lossText } from './questions.js';
import { listed } from './sentences.js';
import { overviewTable } from './tables.js';
import { sharedMachine, outcomeText } from './threats.js';

/**
 * @typedef {import('./cells.js').RunRecord} RunRecord
 * @typedef {import('./cells.js').Group} Group @typedef {import('./cells.js').Cell} Cell
 */

/** Kinds whose first sentence may stand on the first page, and its bold words. */
const FOUND = /** @type {const} */ ([
  ['flood', 'Requests.'],
  ['messages', 'Messages.'],
  ['fanout', 'Fan-out.'],
  ['chat', 'Artillery.'],
  ['connections', 'Users.'],
  ['http', 'HTTP.'],
  ['capacity', 'Capacity.'],
]);
const SENTENCES = 3;

const MARKS =
  'A figure is the median of its runs (the least to the greatest). Slanted: the load client set it, not the server. ' +
  '✕: a run failed.';

/**
 * @param {RunRecord[]} records @param {Group[]} groups
 * @returns {{blocks: import('./report.js').Block[], glance: import('./tables.js').Table, picture?: string}} glance:
 *   the table in it; picture: id of its chart
 */
export function firstPage(records, groups) {
  const firsts = [...Map.groupBy(groups, ({ kind }) => kind).values()].map(([group]) => group);
  const found = FOUND.flatMap(([kind, bold]) => {
    const group = firsts.find((one) => one.kind === kind);
    const text = group && firstSentence(group);
    const losses = kind === 'messages' && group ? lossText(group.cells) : [];
    return text ? [{ bold, text: [text, ...losses].join(' ') }] : [];
  });
  const glance = overviewTable(firsts);
  const charts = firsts.flatMap((group) => chartsOverUsers(group)).slice(0, 1);
  return {
    ...{ glance, picture: charts[0]?.id },
    blocks: [
      ...found.slice(0, SENTENCES),
      { bold: 'How sure.', text: sureText(records, groups) },
      { bold: 'What not to conclude.', text: limitText(records) },
      ...(glance.head.length > 1 ? [{ table: glance }] : []),
      { text: MARKS },
      { charts },
    ],
  };
}

/** @param {RunRecord[]} records @param {Group[]} groups */
function sureText(records, groups) {
  const measured = groups.filter(({ kind }) => kind !== 'faults');
  const kinds = [...Map.groupBy(measured, ({ kind }) => kind)].map(([kind, own]) => ({
    title: KINDS[kind].title,
    times: timesText(own.flatMap(({ cells }) => cells)),
  }));
  const often = [...Map.groupBy(kinds, ({ times }) => times)].map(
    ([times, own]) => `${listed(own.map(({ title }) => title))}: each load ran ${times}.`,
  );
  const planted = groups.filter(({ kind }) => kind === 'faults').flatMap((group) => group.cells);
  return [...often, outcomeText(records), ...(planted.length > 0 ? faultsText(planted) : [])].join(' ');
}

/** @param {Cell[]} cells @returns {string} how often their loads ran */
function timesText(cells) {
  const counts = cells.map(({ runs }) => runs.length);
  const [fewest, most] = [Math.min(...counts), Math.max(...counts)];
  if (most === 1) return 'once, so an order may be chance';
  return fewest === most ? `${most} times` : `${fewest} to ${most} times`;
}

/** @param {RunRecord[]} records */
function limitText(records) {
  const isFerret = records.some(({ server }) => server.database?.startsWith('FerretDB'));
  const withoutLaravel = records.filter(({ kind, plan }) => kind === 'flood' && plan.codePath?.endsWith('no Laravel'));
  const names = new Set(withoutLaravel.map(({ plan }) => titleOf(plan.target)));
  return [
    'No figure here is a limit of Node.js, of Laravel or of PHP.',
    sharedMachine(records),
    ...[...names].map((name) => `The empty GETs of ${name} pass no code of Laravel.`),
    ...(isFerret ? ['FerretDB stands in for MongoDB.'] : []),
  ]
    .filter(Boolean)
    .join(' ');
}
