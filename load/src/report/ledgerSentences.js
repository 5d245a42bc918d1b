import { FINDING_COUNTS } from '../ledger/audit.js';
import { valueText } from '../record/numbers.js';
import { titleOf } from '../server/targets.js';
import { countText, listText, unique } from './sentences.js';

/** @typedef {import('./cells.js').Cell} Cell */

/** What an audit finds wrong: names by count. @type {Record<string, string>} */
export const AUDIT_FINDINGS = {
  ...Object.fromEntries(Object.entries(FINDING_COUNTS).map(([count, { name }]) => [count, name])),
  lost: 'messages not at everybody',
};

/** @param {Cell['runs']} runs @returns {(name: string) => number} a count of all of them together */
export const totalsOf = (runs) => (name) => runs.reduce((sum, { counts }) => sum + (counts[name] ?? 0), 0);

/** @param {Cell[]} cells of chats @returns {string} what the ledgers say */
export function lossSentence(cells) {
  // Where no store was read, nobody knows what became of the messages.
  const runsOf = (/** @type {Cell} */ { runs }) => runs.filter(({ counts }) => (counts.stored ?? null) !== null);
  const total = totalsOf(cells.flatMap(runsOf));
  if (total('acknowledged') === 0) return '';
  const lateAcks = total('acknowledged') + total('refused') + total('noAck') - total('sent');
  const late = lateAcks > 0 ? ` (${valueText(lateAcks)} after more than 5 s, which count as errors)` : '';
  const messages = countText(total('acknowledged'), 'acknowledged message');
  const checked = `Of ${messages}${late} and ${valueText(total('due'))} deliveries`;
  const found = Object.keys(AUDIT_FINDINGS).filter((name) => total(name) > 0);
  if (found.length === 0) return `${checked} none was lost, doubled, altered or out of order.`;
  const findings = found.map((name) => `${valueText(total(name))} ${AUDIT_FINDINGS[name]}`);
  const titles = cells
    .filter((cell) => found.some((name) => totalsOf(runsOf(cell))(name) > 0))
    .map(({ title }) => title);
  return `${checked}: ${listText(findings)}, all on ${listText(unique(titles))}.`;
}

/** @param {Cell[]} cells of injected faults @returns {string} */
export function faultSentence(cells) {
  const runs = cells.flatMap((cell) => cell.runs);
  const total = totalsOf(runs);
  const kinds = new Set(runs.flatMap(({ plan, counts }) => (counts.injected ? (plan.fault ?? []) : [])));
  const targets = unique(cells.map(({ target }) => titleOf(target)));
  return (
    `The ledger named ${valueText(total('named'))} of ${countText(total('injected'), 'injected fault')} of ` +
    `${countText(kinds.size, 'kind')}, in ${countText(total('runs'), 'run')} on ${listText(targets)}; ` +
    `${total('wrongRuns') === 0 ? 'no run' : countText(total('wrongRuns'), 'run')} had a wrong name or a false alarm.`
  );
}
