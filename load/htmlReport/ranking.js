import { valueText } from '../charts/numbers.js';
import { METRICS } from '../runRecord/metrics.js';
import { loadOf } from './cells.js';

/** @typedef {import('./cells.js').Cell} Cell */

// One run has no interval: nobody knows what the next would say.
const FEWEST_RUNS = 2;

/**
 * Which target did best at the greatest load that several bore, where that can be said: a figure that the client set is not ranked, and
 * neither are intervals that overlap.
 * @param {Cell[]} cells of one kind and client @param {string} metric
 * @returns {string} a sentence; empty where fewer than two targets had the same load
 */
export function ranking(cells, metric) {
  const shared = [...Map.groupBy(cells, loadOf).values()].filter((same) => same.length > 1);
  const highest = shared.sort((one, other) => other[0].users - one[0].users)[0];
  if (!highest) return '';
  const { title, better } = METRICS[metric];
  const at = `At ${loadOf(highest[0])}`;
  const ranked = highest.filter(({ boundBy, metrics }) => boundBy.length === 0 && metrics[metric]);
  const unranked = highest.length - ranked.length;
  const left = unranked > 0 ? ` ${unranked} not ranked, as the load client set the figure.` : '';
  if (ranked.length < 2) return `${at} nobody can be ranked: the load client set the figures.`;
  const sign = better === 'higher' ? -1 : 1;
  const sorted = ranked.toSorted((one, other) => sign * (one.metrics[metric].median - other.metrics[metric].median));
  const said = sorted.map((cell) => `${cell.title} ${interval(cell.metrics[metric])}`).join('; ');
  if (ranked.some(({ runs }) => runs.length < FEWEST_RUNS)) return `${at}, ${title}, one run each: ${said}.${left}`;
  const [best, second] = sorted.map(({ metrics }) => metrics[metric]);
  const clear = better === 'higher' ? best.least > second.greatest : best.greatest < second.least;
  return `${at}, ${title}, ${clear ? 'best first' : 'no clear difference between the first two'}: ${said}.${left}`;
}

/** @param {import('../runRecord/spread.js').Spread} spread @returns {string} the median, with the least and the greatest where they differ */
export function interval({ median, least, greatest }) {
  return valueText(median) + (least === greatest ? '' : ` (${valueText(least)} to ${valueText(greatest)})`);
}
