import { median } from 'simple-statistics';
import { valueText } from '../record/numbers.js';
import { titleOf } from '../server/targets.js';
import { chartsOverUsers } from './charts.js';
import { faultsText, firstSentence, lossText } from './questions.js';
import { FEW } from './sentences.js';
import { overviewTable } from './tables.js';
import { sharedMachine, outcomeText } from './threats.js';

/**
 * @typedef {import('./cells.js').RunRecord} RunRecord
 * @typedef {import('./cells.js').Group} Group
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

const MARKS = 'Slanted: the load client set it, not the server. ✕: a run failed.';

/**
 * @param {RunRecord[]} records @param {Group[]} groups
 * @returns {{blocks: import('./report.js').Block[], picture?: string}} picture: id of the chart that is in it
 */
export function firstPage(records, groups) {
  const firsts = [...Map.groupBy(groups, ({ kind }) => kind).values()].map(([group]) => group);
  const found = FOUND.flatMap(([kind, bold]) => {
    const group = firsts.find((one) => one.kind === kind);
    const text = group && firstSentence(group);
    const losses = kind === 'messages' && group ? lossText(group.cells) : [];
    return text ? [{ bold, text: [text, ...losses].join(' ') }] : [];
  });
  const table = overviewTable(firsts);
  const charts = firsts.flatMap((group) => chartsOverUsers(group)).slice(0, 1);
  return {
    picture: charts[0]?.id,
    blocks: [
      ...found.slice(0, SENTENCES),
      { bold: 'How sure.', text: sureText(records, groups) },
      { bold: 'What not to conclude.', text: limitText(records) },
      ...(table.head.length > 1 ? [{ table }] : []),
      {
        text: `A figure is the median of its runs (the least to the greatest). ${MARKS}`,
      },
      { charts },
    ],
  };
}

/** @param {RunRecord[]} records @param {Group[]} groups */
function sureText(records, groups) {
  const cells = groups.flatMap((group) => group.cells);
  const counts = cells.map(({ runs }) => runs.length);
  const [fewest, most] = [Math.min(...counts), Math.max(...counts)];
  const often = most === 1 ? 'once' : fewest === most ? `${most} times` : `${fewest} to ${most} times`;
  const planted = groups.filter(({ kind }) => kind === 'faults').flatMap((group) => group.cells);
  return [
    `Each load ran ${often}${fewest < FEW ? ': an order may be chance' : spreadText(cells)}.`,
    outcomeText(records),
    ...(planted.length > 0 ? faultsText(planted) : []),
  ]
    .filter(Boolean)
    .join(' ');
}

/** @param {import('./cells.js').Cell[]} cells @returns {string} how far apart the runs of a load lie */
function spreadText(cells) {
  const shares = cells
    .flatMap(
      ({ metrics: { requestsPerSecond, deliveryP95, kilobytesEach } }) =>
        requestsPerSecond ?? deliveryP95 ?? kilobytesEach ?? [],
    )
    .filter((spread) => spread.median > 0)
    .map(({ median: middle, least, greatest }) => (100 * (greatest - least)) / middle);
  if (shares.length === 0) return '';
  return `; for half of the loads the runs lie within ${valueText(median(shares))} % of their median`;
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
