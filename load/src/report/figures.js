import { figureText, METRICS } from '../record/metrics.js';

/** @import { Cell } from './cells.js' */

/**
 * @param {boolean} bound true: the load client was too slow, so rates are too low and times too long; CPU and memory
 *   may be too low or too high
 * @param {string} metric
 * @returns {'≥ ' | '≤ ' | ''} the server's real figure is at least, or at most, the measured one
 */
export function limitSign(bound, metric) {
  const { better, title } = METRICS[metric];
  if (!bound || !/\/s$|, ms$|^users/.test(title)) return '';
  return better === 'higher' ? '≥ ' : '≤ ';
}

/** @param {Cell} cell @param {string} metric @returns {string} the median of its runs */
export function medianText({ metrics, bound, runs: [{ client }] }, metric) {
  const text = figureText(metric, metrics[metric]?.median, client.name);
  // ab tells only that a time is below 1 ms.
  return text === '–' || text === '<1' ? text : limitSign(bound, metric) + text;
}

/** @param {Cell} cell @param {string} metric @returns {string} the runs' median, least and greatest */
export function amountText(cell, metric) {
  const { metrics, runs } = cell;
  const [least, greatest] = [metrics[metric]?.least, metrics[metric]?.greatest].map((value) =>
    figureText(metric, value, runs[0].client.name),
  );
  return medianText(cell, metric) + (least === greatest ? '' : ` (${least} to ${greatest})`);
}
