import { valueText } from '../charts/numbers.js';
import { AUDIT_VERDICTS } from '../ledger/auditCounts.js';
import { formOf } from '../runRecord/kinds.js';
import { outcomeOf } from '../runRecord/verdict.js';
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
 * The first sentence of a report.
 * @param {Cell[]} cells
 * @returns {{outcome: import('../runRecord/verdict.js').Outcome, text: string}}
 */
export function sentence(cells) {
  const runs = cells.flatMap((cell) => cell.runs);
  const outcome = outcomeOf(runs);
  if (outcome !== 'failed') {
    const forms = new Set(cells.map(({ kind }) => formOf(kind)));
    const strict = cells.every((cell) => formOf(cell.kind) !== 'chat' || cell.runs.every(isStrict));
    const good = { ...GOOD, ...(!strict && { chat: 'every threshold holds' }) };
    const shown = Object.entries(good).flatMap(([form, text]) => (forms.has(/** @type {Form} */ (form)) ? [text] : []));
    const what = [shown.slice(0, -1).join(', '), ...shown.slice(-1)].filter(Boolean).join(', and ');
    return { outcome, text: `${all(runs.length, outcome)}: ${what}${boundOf(runs)}.` };
  }
  const failed = cells.filter(({ failures }) => failures.length > 0);
  const bad = new Set(failed.flatMap(({ failures }) => failures.map(({ run }) => run))).size;
  const named = failed.slice(0, NAMED).map((cell) => `${cell.title} at ${loadOf(cell)} (${faultsOf(cell)})`);
  const more = failed.length > NAMED ? `, and ${failed.length - NAMED} more` : '';
  return {
    outcome,
    text: `${runs.length === 1 ? 'The run' : `${bad} of ${runs.length} runs`} failed: ${named.join('; ')}${more}.`,
  };
}

// The good sentence of a chat needs these verdicts.
const STRICT = [...AUDIT_VERDICTS, 'error %'];

/** @param {import('./cells.js').RunRecord} run @returns {boolean} whether it asked that nothing went wrong */
const isStrict = ({ verdicts }) =>
  STRICT.every((name) => verdicts.some((verdict) => verdict.name === name && verdict.most === 0));

/**
 * @param {{failures: Array<{name: string, value: number | null, most: number}>}} cell
 * @returns {string} its verdicts that did not pass, with the worst value of each
 */
export function faultsOf({ failures }) {
  const byName = Map.groupBy(failures, ({ name }) => name);
  return [...byName]
    .map(([name, all]) =>
      all.some(({ value }) => value === null)
        ? `${name}: not known`
        : `${name}: ${valueText(Math.max(...all.map(({ value }) => value ?? 0)))}${mostText(all[0])}`,
    )
    .join(', ');
}

/** @param {{most: number}} verdict @returns {string} empty where none is allowed */
const mostText = ({ most }) => (most > 0 ? `, at most ${valueText(most)}` : '');

/** @param {import('./cells.js').RunRecord[]} runs @returns {string} that good runs may say little */
function boundOf(runs) {
  const bound = runs.filter(({ client }) => client.bound).length;
  if (bound === 0) return '';
  const which = bound === runs.length ? '' : ` of ${bound}`;
  return `, but the load client set the figures${which}`;
}

/** @param {number} runs @param {'good' | 'bound'} outcome */
function all(runs, outcome) {
  const who = runs === 1 ? 'The run' : runs === 2 ? 'Both runs' : `All ${runs} runs`;
  if (outcome === 'bound') return `${who} passed`;
  return `${who} ${runs === 1 ? 'is' : 'are'} good`;
}
