import { max, min } from 'simple-statistics';
import { figureText, METRICS } from '../record/metrics.js';
import { intervalText, valueText } from '../record/numbers.js';

/** @typedef {import('./cells.js').Cell} Cell */

/** Stand before a figure that the load client limited: it is at least, or at most, so great. */
const IN_WORDS = ['at least ', 'at most '];
export const IN_SIGNS = ['≥ ', '≤ '];

/**
 * @param {boolean} bound the load client was too slow, so rates are too low and times too long. What a server uses may
 *   have been more or less
 * @param {string} metric @param {string[]} limits for at least, and for at most
 * @returns {string}
 */
export function limitText(bound, metric, [atLeast, atMost]) {
  const { better, title } = METRICS[metric];
  if (!bound || !/\/s$|, ms$|^users/.test(title)) return '';
  return better === 'higher' ? atLeast : atMost;
}

/**
 * @param {Cell} cell @param {string} metric @param {string[]} [limits]
 * @returns {string} its median, and the least and the greatest
 */
export function amountText({ metrics, bound, runs: [{ client }] }, metric, limits = IN_WORDS) {
  const spread = metrics[metric];
  if (!spread) return '–';
  const [median, least, greatest] = [spread.median, spread.least, spread.greatest].map((value) =>
    figureText(metric, value, client.name),
  );
  // ab tells no more than that a time is below 1 ms.
  const limit = median === '<1' ? '' : limitText(bound, metric, limits);
  return `${limit}${median}${least === greatest ? '' : ` (${least} to ${greatest})`}`;
}

/** @param {import('./cells.js').RunRecord[]} records at least one @returns {string} when, at which commits and where */
export function measuredText(records) {
  const days = unique(records.map(({ startedAt }) => startedAt.slice(0, 10))).sort();
  const commits = unique(records.flatMap(({ client, server }) => [client.commit, server.commit]));
  const machines = unique(records.map(({ client }) => client.machine));
  return `Measured on ${listText(days)} at commit ${listText(commits)}: ${machines.join('; ')}.`;
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
 * @returns {Cell[]} those that have it, the best first, without those that failed
 */
function ranked(cells, metric) {
  const sign = METRICS[metric].better === 'higher' ? -1 : 1;
  const median = (/** @type {Cell} */ { metrics }) => metrics[metric].median;
  return cells
    .filter(({ metrics, failed }) => metrics[metric] && !failed)
    .toSorted((one, other) => sign * (median(one) - median(other)));
}

/**
 * @param {Cell[]} cells of one load @param {string} metric @param {string} unit
 * @returns {string} the best first; of those that failed only their errors; '' where none has the figure
 */
export function rankedText(cells, metric, unit) {
  const items = ranked(cells, metric).map((cell) => `${amountText(cell, metric)}${unit} on ${cell.title}`);
  const failures = cells.filter(({ failed }) => failed).map(failureText);
  if (failures.length === 0) return items.join('; ');
  return `${items.join('; ') || 'none'} (failed: ${failures.join('; ')})`;
}

/** How long messages waited depends on how long the overload lasted. @param {Cell} cell that failed */
function failureText({ title, metrics }) {
  const errors = metrics.errorPercent ?? metrics.failedPercent;
  return title + (errors?.median ? `, ${valueText(errors.median)} % errors` : '');
}

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
 * @returns {string} how many times the best figure the others are, and which of them show no order
 */
export function orderSentence(cells, metric) {
  const [best, ...others] = ranked(cells, metric);
  if (others.length === 0 || !best.metrics[metric].median) return '';
  const hasOrder = (/** @type {Cell} */ { bound, metrics }) =>
    !bound && !overlap(best.metrics[metric], metrics[metric]);
  const times = others.filter(hasOrder).map((cell) => `${timesText(cell, best, metric)} × on ${cell.title}`);
  const open = others.filter((cell) => !hasOrder(cell)).map(({ title }) => title);
  const sentences = [
    times.length > 0 && `Against ${best.title}: ${listText(times)}; all runs of ${best.title} were better.`,
    open.length > 0 &&
      `${best.title} and ${listText(open)} show no order: their runs overlap, or the load client limited the worse.`,
  ];
  return sentences.filter(Boolean).join(' ');
}

/**
 * @param {Cell} worse the load client did not limit it @param {Cell} best if limited, it would be better still
 * @param {string} metric
 * @returns {string} the ratio of their medians with its least and greatest
 */
function timesText(worse, best, metric) {
  const [above, below] = [worse.metrics[metric], best.metrics[metric]];
  const interval = intervalText({ least: above.least / below.greatest, greatest: above.greatest / below.least });
  return `${limitText(best.bound, metric, IN_WORDS.toReversed())}${valueText(above.median / below.median)}${interval && ` (${interval})`}`;
}

/** @param {import('../record/metrics.js').Spread} one @param {import('../record/metrics.js').Spread} other */
const overlap = (one, other) => one.least <= other.greatest && other.least <= one.greatest;
