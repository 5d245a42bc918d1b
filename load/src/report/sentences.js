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
  const failedCells = cells.filter((cell) => cell.failed && cell.metrics[metric]);
  return [ranked(cells, metric).map(item).join('; '), failedText(failedCells.map(item))].filter(Boolean).join(' ');
}

/** @param {string[]} items @returns {string} */
const failedText = (items) => (items.length > 0 ? `(failed: ${items.join('; ')})` : '');

/**
 * @param {Cell[]} cells @param {(cell: Cell) => boolean} [preferred]
 * @returns {Cell[]} at the preferred load; if it was not measured, at the greatest with as many targets as any
 */
export function headlineLoad(cells, preferred) {
  const loads = byLoad(cells);
  const mostTargets = Math.max(...loads.map((cellsOfLoad) => cellsOfLoad.length));
  return (
    loads.find(([cell]) => preferred?.(cell)) ??
    loads.findLast((cellsOfLoad) => cellsOfLoad.length === mostTargets) ??
    []
  );
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
  const [bestCell, ...otherCells] = ranked(cells, metric);
  if (otherCells.length === 0 || !bestCell.metrics[metric].median) return '';
  const times = otherCells.map((cell) => `${timesText(cell, bestCell, metric)} × on ${cell.title}`);
  const closeCells = otherCells.filter((cell) => overlap(bestCell.metrics[metric], cell.metrics[metric]));
  const fewestRuns = Math.min(...[bestCell, ...otherCells].map(({ runs }) => runs.length));
  const certainty =
    fewestRuns < FEW
      ? `with ${countText(fewestRuns, 'run')} each the order may be chance`
      : closeCells.length > 0
        ? `the ranges of the runs overlap, so no order is shown, for ${listText(closeCells.map(({ title }) => title))}`
        : `all ${fewestRuns} runs of ${bestCell.title} were better than all others ` +
          `(against one of them by chance 1 time in ${oddsOf(fewestRuns)})`;
  const limitNote =
    bestCell.bound && otherCells.some(({ bound }) => bound) ? '; those that the load client limited may do better' : '';
  const failureNote = failedText(cells.filter((cell) => cell.failed).map(({ title }) => title));
  return `Against ${bestCell.title}: ${listText(times)}; ${certainty}${limitNote}${failureNote && ` ${failureNote}`}.`;
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

/** @param {Cell[]} ofTarget @param {Cell[]} allCells @returns {string} the target's title, and which of its loads */
export function rowsText(ofTarget, allCells) {
  const [{ title }] = ofTarget;
  const cellsOfTarget = allCells.filter((cell) => cell.title === title);
  const start = cellsOfTarget.indexOf(ofTarget[0]);
  const loads = ofTarget.map(({ load }) => load);
  const isRange =
    ofTarget.length > 2 && cellsOfTarget.slice(start, start + ofTarget.length).every((cell) => ofTarget.includes(cell));
  if (ofTarget.length === cellsOfTarget.length) return title;
  return `${title} (${isRange ? `${loads[0]} to ${loads.at(-1)}` : loads.join('; ')})`;
}

/** @param {string} start of a sentence @param {string} predicate @returns {string} '' where nothing is known */
export const sentence = (start, predicate) => predicate && `${start} ${predicate}.`;
