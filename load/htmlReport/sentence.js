import { valueText } from '../charts/numbers.js';
import { formOf } from '../runRecord/kinds.js';
import { loadOf } from './cells.js';

/** @typedef {import('./cells.js').Cell} Cell */

/** @typedef {import('../runRecord/kinds.js').Form} Form */

/** What good runs of a form show. @type {Record<Form, string>} */
const GOOD = {
  chat: 'every message was stored, acknowledged in time and delivered once to everybody',
  flood: 'every request got its 2xx answer',
  connections: 'everybody joined and stayed',
  faults: 'the ledger named every injected fault, and nothing else',
};

// So many loads that failed fit into a sentence: the least of them says most.
const NAMED = 1;

/**
 * What all runs come to.
 * @param {Cell[]} cells
 * @returns {{good: boolean, text: string}}
 */
export function sentence(cells) {
  const runs = cells.flatMap((cell) => cell.runs);
  const failed = cells.filter(({ failures }) => failures.length > 0);
  if (failed.length === 0) {
    const forms = new Set(cells.map(({ kind }) => formOf(kind)));
    const shown = Object.entries(GOOD).flatMap(([form, text]) => (forms.has(/** @type {Form} */ (form)) ? [text] : []));
    const what = [shown.slice(0, -1).join(', '), ...shown.slice(-1)].filter(Boolean).join(', and ');
    return { good: true, text: `${all(runs.length)} good: ${what}${boundOf(runs)}.` };
  }
  const bad = new Set(failed.flatMap(({ failures }) => failures.map(({ run }) => run))).size;
  const named = failed.slice(0, NAMED).map((cell) => `${cell.title} at ${loadOf(cell)} (${faultsOf(cell)})`);
  const more = failed.length > NAMED ? `, and ${failed.length - NAMED} more` : '';
  return {
    good: false,
    text: `${runs.length === 1 ? 'The run' : `${bad} of ${runs.length} runs`} failed: ${named.join('; ')}${more}.`,
  };
}

/** @param {Cell} cell @returns {string} its verdicts that did not pass, with the worst value of each */
export function faultsOf({ failures }) {
  const byName = Map.groupBy(failures, ({ name }) => name);
  return [...byName]
    .map(([name, all]) =>
      all.some(({ value }) => value === null)
        ? `${name}: not known`
        : `${name}: ${valueText(Math.max(...all.map(({ value }) => value ?? 0)))}`,
    )
    .join(', ');
}

/** @param {import('./cells.js').RunRecord[]} runs @returns {string} that good runs may say little */
function boundOf(runs) {
  const bound = runs.filter(({ client }) => client.bound).length;
  if (bound === 0) return '';
  const which = bound === runs.length ? '' : ` of ${bound}`;
  return `, but the load client set the figures${which}`;
}

/** @param {number} runs */
function all(runs) {
  if (runs === 1) return 'The run is';
  return runs === 2 ? 'Both runs are' : `All ${runs} runs are`;
}
