import { DRAIN_MS, FINDING_COUNTS } from '../ledger/audit.js';
import { valueText } from '../record/numbers.js';
import { titleOf } from '../server/targets.js';
import { countText, listText } from './sentences.js';

/** @typedef {import('./cells.js').Cell} Cell */

/** What an audit finds wrong: names by count. @type {Record<string, string>} */
export const AUDIT_FINDINGS = {
  ...Object.fromEntries(Object.entries(FINDING_COUNTS).map(([count, { name }]) => [count, name])),
  lost: 'messages not at everybody',
};

/** @param {Cell['runs']} runs @returns {(name: string) => number} a count of all of them together */
export const sumsOf = (runs) => (name) => runs.reduce((sum, { counts }) => sum + (counts[name] ?? 0), 0);

/** @param {Cell[]} cells of chats @returns {string} what the ledgers say */
export function lossSentence(cells) {
  // What became of the others' messages is not known: no store was read.
  const sum = sumsOf(cells.flatMap(({ runs }) => runs).filter(({ counts }) => (counts.stored ?? null) !== null));
  if (sum('acknowledged') === 0) return '';
  const lateAcks = sum('acknowledged') + sum('refused') + sum('noAck') - sum('sent');
  const checked = [
    countText(sum('acknowledged'), 'acknowledged message') +
      (lateAcks > 0 ? ` (${valueText(lateAcks)} after more than 5 s, which count as errors)` : ''),
    `${valueText(sum('due'))} deliveries`,
  ];
  const wrongCounts = Object.entries(AUDIT_FINDINGS).flatMap(([name, words]) =>
    sum(name) > 0 ? `${valueText(sum(name))} ${words}` : [],
  );
  const findings =
    wrongCounts.length > 0 ? `: ${listText(wrongCounts)}` : ' none was lost, doubled, altered or out of order';
  const drained =
    sum('lostDeliveries') > 0
      ? ` Lost is here what had not come when the users left, ${DRAIN_MS / 1000} s after the last answer.`
      : '';
  return `Of ${listText(checked)}${findings}.${drained}`;
}

/** @param {Cell[]} cells of injected faults @returns {string} */
export function faultSentence(cells) {
  const runs = cells.flatMap((cell) => cell.runs);
  const sum = sumsOf(runs);
  const kinds = new Set(runs.flatMap(({ plan, counts }) => (counts.injected ? (plan.fault ?? []) : [])));
  const targets = [...new Set(cells.map(({ target }) => titleOf(target)))];
  const wrongRuns = countText(sum('wrongRuns'), 'run');
  return (
    `The ledger named ${valueText(sum('named'))} of ${countText(sum('injected'), 'injected fault')} of ` +
    `${countText(kinds.size, 'kind')}, in ${countText(sum('runs'), 'run')} on ${listText(targets)}; ` +
    `${sum('wrongRuns') === 0 ? 'no run' : wrongRuns} had a wrong name or a false alarm.`
  );
}
