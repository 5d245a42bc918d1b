import { max, min } from 'simple-statistics';
import { commitText } from '../record/commit.js';
import { METRICS } from '../record/metrics.js';
import { intervalText, valueText } from '../record/numbers.js';

/** @typedef {import('./cells.js').Cell} Cell */

// Fewer runs of a load show no order.
const FEW = 3;

/**
 * @param {Cell} cell @param {string} metric
 * @returns {string} its median, and the least and the greatest; a client that was too slow can only worsen a figure
 */
export function amountText({ metrics, bound }, metric) {
  const spread = metrics[metric];
  if (!spread) return '–';
  const interval = intervalText(spread);
  const limit = bound ? { higher: 'at least ', lower: 'at most ', none: '' }[METRICS[metric].better ?? 'none'] : '';
  return `${limit}${valueText(spread.median)}${interval && ` (${interval})`}`;
}

/** @param {import('./cells.js').RunRecord[]} records @returns {string} commits of their load clients and servers */
export function commitsText(records) {
  const commits = new Set(records.flatMap(({ client, server }) => [client.commit, server.commit ?? client.commit]));
  return listText([...commits].map(commitText));
}

/** @template T @param {T[]} values @returns {Array<NonNullable<T>>} each once */
export const unique = (values) => [...new Set(values.flatMap((value) => value ?? []))];

/** @param {string[]} items @returns {string} `a, b and c` */
export const listText = (items) =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;

/**
 * @param {Array<{counts: Record<string, number | null>}>} records
 * @returns {number} runs; a record of injected faults is of several
 */
export const runCount = (records) => records.reduce((sum, { counts }) => sum + (counts.runs ?? 1), 0);

/** @param {number[]} counts at least one @returns {string} `3`, or `3 to 5` */
export function rangeText(counts) {
  const [least, most] = [min(counts), max(counts)];
  return least === most ? `${least}` : `${least} to ${most}`;
}

/** @param {number} count @param {string} noun @returns {string} `1 run`, `2 runs` */
export const countText = (count, noun) => `${valueText(count)} ${noun}${count === 1 ? '' : 's'}`;

/**
 * @param {Cell[]} cells @param {string} metric
 * @returns {Cell[]} those that have it, the best first; of failed runs it says nothing
 */
export function ranked(cells, metric) {
  const sign = METRICS[metric].better === 'higher' ? -1 : 1;
  const median = (/** @type {Cell} */ { metrics }) => metrics[metric].median;
  return cells
    .filter(({ metrics, failed }) => metrics[metric] && !failed)
    .toSorted((one, other) => sign * (median(one) - median(other)));
}

/**
 * @param {Cell[]} cells of one load
 * @param {string} metric
 * @param {(cell: Cell) => string} itemOf
 * @returns {string} the best first, those that failed apart; '' where none has the figure
 */
export function rankedText(cells, metric, itemOf) {
  const item = (/** @type {Cell} */ cell) => `${itemOf(cell)} on ${cell.title}`;
  const failed = cells.filter((cell) => cell.failed && cell.metrics[metric]);
  return [ranked(cells, metric).map(item).join('; '), failedText(failed.map(item))].filter(Boolean).join(' ');
}

/** @param {string[]} items @returns {string} */
const failedText = (items) => (items.length > 0 ? `(failed: ${items.join('; ')})` : '');

/**
 * @param {Cell[]} cells @param {(cell: Cell) => boolean} [preferred]
 * @returns {Cell[]} at the preferred load; if it was not measured, at the greatest with as many targets as any
 */
export function headlineLoad(cells, preferred) {
  const loads = byLoad(cells);
  const most = Math.max(...loads.map((at) => at.length));
  return loads.find(([cell]) => preferred?.(cell)) ?? loads.findLast((at) => at.length === most) ?? [];
}

/** @param {Cell[]} cells @returns {Cell[][]} those of each load, the least first */
export const byLoad = (cells) =>
  [...Map.groupBy(cells, ({ load }) => load).values()].sort(
    ([one], [other]) => one.users - other.users || one.rate - other.rate,
  );

/**
 * @param {Cell[]} cells of one load @param {string} metric
 * @returns {string} how many times the best figure the others are, and whether the runs' ranges keep them apart
 */
export function orderSentence(cells, metric) {
  const [best, ...others] = ranked(cells, metric);
  if (others.length === 0 || !best.metrics[metric].median) return '';
  const times = others.map((cell) => `${timesText(cell, best, metric)} × on ${cell.title}`);
  const close = others.filter((cell) => overlap(best.metrics[metric], cell.metrics[metric]));
  const fewest = Math.min(...[best, ...others].map(({ runs }) => runs.length));
  const sure =
    fewest < FEW
      ? `with ${countText(fewest, 'run')} each the order may be chance`
      : close.length > 0
        ? `the ranges of the runs overlap, so no order is shown, for ${listText(close.map(({ title }) => title))}`
        : `all ${fewest} runs of ${best.title} were better than all others (against one of them by chance 1 time in ` +
          `${oddsOf(fewest)})`;
  const limited =
    best.bound && others.some(({ bound }) => bound) ? '; those that the load client limited may do better' : '';
  const failed = failedText(cells.filter((cell) => cell.failed).map(({ title }) => title));
  return `Against ${best.title}: ${listText(times)}; ${sure}${limited}${failed && ` ${failed}`}.`;
}

/**
 * @param {Cell} one @param {Cell} other @param {string} metric
 * @returns {string} the ratio of their medians with its least and greatest; a client that was too slow makes one better
 */
export function timesText(one, other, metric) {
  const [above, below] = [one.metrics[metric], other.metrics[metric]];
  const ratio = above.median / below.median;
  const interval = intervalText({ least: above.least / below.greatest, greatest: above.greatest / below.least });
  const grows = one.bound === (METRICS[metric].better === 'higher');
  const limit = one.bound === other.bound ? '' : grows ? 'at least ' : 'at most ';
  return `${limit}${valueText(ratio)}${interval && ` (${interval})`}`;
}

/** @param {number} runs of each of two servers @returns {number} one time in so many all of either are the better */
export const oddsOf = (runs) =>
  Array.from({ length: runs }, (_, place) => (runs + place + 1) / (place + 1)).reduce((odds, each) => odds * each) / 2;

/** @param {import('../record/metrics.js').Spread} one @param {import('../record/metrics.js').Spread} other */
const overlap = (one, other) => one.least <= other.greatest && other.least <= one.greatest;

/** @param {Cell[]} some of one target @param {Cell[]} all @returns {string} its title, and which of its loads */
export function rowsText(some, all) {
  const [{ title }] = some;
  const own = all.filter((cell) => cell.title === title);
  const from = own.indexOf(some[0]);
  const loads = some.map(({ load }) => load);
  const isRange = some.length > 2 && own.slice(from, from + some.length).every((cell) => some.includes(cell));
  if (some.length === own.length) return title;
  return `${title} (${isRange ? `${loads[0]} to ${loads.at(-1)}` : loads.join('; ')})`;
}

/** @param {string} start of a sentence @param {string} rest @returns {string} '' where nothing is known */
export const sentence = (start, rest) => rest && `${start} ${rest}.`;
