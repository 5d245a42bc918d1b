import { METRICS } from '../record/metrics.js';
import { valueText } from '../record/numbers.js';
import { amountText, limitSign } from './figures.js';
import { headlineOf, QUESTIONS } from './questions.js';
import { faultSentence } from './sentences.js';

/** @import { Cell, Group } from './cells.js' */

/**
 * @param {Group} group
 * @returns {string} the group's servers, the best first, those that failed last; '' if none has the figure
 */
export function conclusionOf(group) {
  const { finding: metric, search } = QUESTIONS[group.kind];
  if (!metric) return faultSentence(group.cells.flatMap(({ runs }) => runs));
  const cells = headlineOf(group);
  const sign = METRICS[metric].better === 'higher' ? -1 : 1;
  const [best, ...others] = cells
    .filter(({ metrics, failed }) => metrics[metric] && !failed)
    .toSorted((one, other) => sign * (one.metrics[metric].median - other.metrics[metric].median));
  const figureText = (/** @type {Cell} */ cell) => `${amountText(cell, metric)} on ${cell.title}`;
  const items = [
    ...(best ? [figureText(best)] : []),
    ...others.map((cell) => `${figureText(cell)} (${orderText(best, cell, metric)})`),
    ...cells.filter(({ failed }) => failed).map(failureText),
  ];
  if (items.length === 0) return '';
  return `${search ?? `At ${cells[0].load}, ${METRICS[metric].title}`}: ${items.join('; ')}.`;
}

/** @param {Cell} best @param {Cell} other @param {string} metric @returns {string} how many times better the best is */
function orderText(best, other, metric) {
  const [better, worse] = [best.metrics[metric], other.metrics[metric]];
  const overlap = better.least <= worse.greatest && worse.least <= better.greatest;
  // A slow load client can only worsen a figure.
  if (overlap || other.bound) return 'no order';
  const [low, high] = [better.median, worse.median].sort((one, another) => one - another);
  return `factor ${limitSign(best.bound, metric) && '≥ '}${valueText(high / low)}`;
}

/** Waiting times depend on the length of the overload, so none is shown. @param {Cell} cell one that failed */
function failureText({ title, metrics }) {
  const errors = metrics.errorPercent ?? metrics.failedPercent;
  return `${title} failed${errors?.median ? ` (${valueText(errors.median)} % errors)` : ''}`;
}
