import { intervalText, valueText } from '../charts/numbers.js';
import { METRICS } from '../runRecord/metrics.js';
import { loadOf } from './cells.js';

/** @typedef {import('./cells.js').Cell} Cell */

// One run has no interval: nobody knows what the next would say.
const FEWEST_RUNS = 2;

/**
 * Which target did best at the greatest load that several bore, where that can be said. A figure that the client set is
 * not ranked, and neither are intervals that overlap.
 * @param {Cell[]} cells of one kind and client @param {string} metric
 * @returns {string} a sentence; empty where fewer than two targets had the same load
 */
export function ranking(cells, metric) {
  const measured = cells.filter(({ metrics }) => metrics[metric] !== undefined);
  const shared = [...Map.groupBy(measured, loadOf).values()]
    .filter((same) => same.length > 1)
    .sort((one, other) => other[0].users - one[0].users);
  if (shared.length === 0) return '';
  const rankable = (/** @type {Cell} */ cell) => cell.boundBy.length === 0;
  const highest = shared.find((same) => same.filter(rankable).length > 1);
  if (!highest) return 'Nobody can be ranked: the load client set the figures of every load that several targets had.';
  const ranked = highest.filter(rankable);
  const above = highest === shared[0] ? '' : ' Above that the load client set the figures.';
  return `At ${loadOf(highest[0])}, ${METRICS[metric].title}, ${ranksOf(ranked, metric)}.${above}`;
}

/** @param {Cell[]} cells at least two @param {string} metric @returns {string} */
function ranksOf(cells, metric) {
  const sign = METRICS[metric].better === 'higher' ? -1 : 1;
  const sorted = cells.toSorted((one, other) => sign * (one.metrics[metric].median - other.metrics[metric].median));
  const said = sorted.map((cell) => `${cell.title} ${withInterval(cell.metrics[metric])}`).join('; ');
  if (cells.some(({ runs }) => runs.length < FEWEST_RUNS)) return `one run each: ${said}`;
  const [best, second] = sorted.map(({ metrics }) => metrics[metric]);
  const clear = sign < 0 ? best.least > second.greatest : best.greatest < second.least;
  return `${clear ? 'best first' : 'no clear difference between the first two'}: ${said}`;
}

/**
 * @param {import('../runRecord/spread.js').Spread} spread
 * @returns {string} the median, with the least and the greatest where they differ
 */
function withInterval(spread) {
  const interval = intervalText(spread);
  return valueText(spread.median) + (interval && ` (${interval})`);
}
