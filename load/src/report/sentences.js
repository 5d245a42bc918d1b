import { FINDING_COUNTS } from '../ledger/audit.js';
import { valueText } from '../record/numbers.js';

/** @import { RunRecord } from '../record/runRecord.js' */

/** @template T @param {T[]} values @returns {Array<NonNullable<T>>} each value once */
export const unique = (values) => [...new Set(values.flatMap((value) => value ?? []))];

/** @param {string[]} items @returns {string} `a, b and c` */
export const listText = (items) =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;

/** @param {RunRecord[]} records at least one @returns {string} time, commits and machines */
export function measuredText(records) {
  const days = unique(records.map(({ startedAt }) => startedAt.slice(0, 10))).sort();
  const commits = unique(records.flatMap(({ client, server }) => [client.commit, server.commit]));
  const machines = unique(records.map(({ client }) => client.machine));
  return `Measured on ${listText(days)} at commit ${listText(commits)}: ${machines.join('; ')}.`;
}

/** Names of the audit's counts. @type {Record<string, string>} */
export const AUDIT_FINDINGS = {
  ...Object.fromEntries(Object.entries(FINDING_COUNTS).map(([count, { name }]) => [count, name])),
  lost: 'messages not at everybody',
};

/** @param {RunRecord[]} runs @returns {(name: string) => number} gives a count's sum over all runs */
export const totalsOf = (runs) => (name) => runs.reduce((sum, { counts }) => sum + (counts[name] ?? 0), 0);

/** @param {RunRecord[]} records @returns {number} number of runs; a record of injected faults has several */
export const runCount = (records) => records.reduce((sum, { counts }) => sum + (counts.runs ?? 1), 0);

/** @param {RunRecord[]} runs @returns {string} what the ledgers found; '' if no message was acknowledged */
export function lossSentence(runs) {
  // Without a read of the store nobody knows what became of the messages.
  const total = totalsOf(runs.filter(({ counts }) => (counts.stored ?? null) !== null));
  if (total('acknowledged') === 0) return '';
  const findings = Object.entries(AUDIT_FINDINGS)
    .filter(([count]) => total(count) > 0)
    .map(([count, name]) => `${valueText(total(count))} ${name}`);
  return (
    `Of ${valueText(total('acknowledged'))} acknowledged messages and ${valueText(total('due'))} deliveries: ` +
    `${listText(findings) || 'none lost, doubled, altered or out of order'}.`
  );
}

/** @param {RunRecord[]} runs runs with injected faults @returns {string} whether the ledger named them */
export function faultSentence(runs) {
  const [named, injected, wrong, all] = ['named', 'injected', 'wrongRuns', 'runs'].map(totalsOf(runs)).map(valueText);
  return (
    `The ledger named ${named} of ${injected} injected faults; ${wrong} of ${all} runs had a wrong name or a false ` +
    'alarm.'
  );
}
