import { OUTCOME_MARKS, outcomeOf, verdictText } from '../runRecord/verdict.js';

/** @typedef {import('../ledger/audit.js').Audit} Audit */

/**
 * The table that ends a run: a column a target.
 * @param {Audit[]} audits
 * @param {{users: number, rate: number, seconds: number, messages: number, scenario?: string}} plan
 * @returns {string}
 */
export function resultTable(audits, { scenario = 'steady', users, rate, seconds, messages }) {
  const codes = [...new Set(audits.flatMap(({ errors }) => Object.keys(errors)))].sort();
  /** @type {Array<[string, (audit: Audit) => string]>} */
  const rows = [
    ['users', (a) => (a.users === users ? count(users) : `${a.users} of ${users}`)],
    ['ack           p50', ({ ack }) => ms(ack, 'p50')],
    ['              p95', ({ ack }) => ms(ack, 'p95')],
    ['              p99', ({ ack }) => ms(ack, 'p99')],
    ['delivery      p50', ({ delivery }) => ms(delivery, 'p50')],
    ['              p95', ({ delivery }) => ms(delivery, 'p95')],
    ['              p99', ({ delivery }) => ms(delivery, 'p99')],
    ['messages  planned', () => count(messages)],
    ['             sent', ({ sent }) => count(sent)],
    ['     acknowledged', ({ acked }) => count(acked)],
    ['           stored', ({ stored }) => (stored === null ? 'not read' : count(stored))],
    ['deliveries    due', ({ expected }) => count(expected)],
    ['        delivered', ({ delivered }) => count(delivered)],
    ['             lost', ({ lost }) => count(lost)],
    ['       duplicated', ({ duplicated }) => count(duplicated)],
    ['     out of order', ({ outOfOrder }) => count(outOfOrder)],
    ['         wrong id', ({ wrongIds }) => count(wrongIds)],
    ['     text altered', ({ altered }) => count(altered)],
    ['       false acks', ({ falseAcks }) => count(falseAcks)],
    ...codes.map(
      (code) => /** @type {[string, (a: Audit) => string]} */ ([`error ${code}`, (a) => count(a.errors[code] ?? 0)]),
    ),
  ];
  if (codes.length === 0) rows.push(['errors', () => '0']);
  rows.push(
    ['load client:   late p95', ({ late }) => ms(late, 'p95')],
    ['               unsent', ({ sent }) => count(messages - sent)],
  );
  const width = Math.max(...rows.map(([label]) => label.length));
  const line = '-'.repeat(width + audits.length * 14);
  const head = ' '.repeat(width) + audits.map(({ target }) => target.padStart(14)).join('');
  const body = rows.map(([label, cell]) => label.padEnd(width) + audits.map((a) => cell(a).padStart(14)).join(''));
  const each = `${rate} message${rate === 1 ? '' : 's'}/s each`;
  const title = `${scenario}: ${users} users a side, ${each}, ${seconds} s; latencies from the intended send time`;
  return ['', title, line, head, line, ...body, line, LEGEND].join('\n');
}

const LEGEND = `late: how long after its time the load client sent a message; the wait is part of ack and delivery.
unsent: planned messages that the load client never sent, as a user joined late or not at all.
Both are the load client's, on a machine too busy for it. What a chat loses is under lost.
docs/method.md explains each row.`;

/**
 * The lines below the table: the verdict in the words of the report, and how to make the report.
 * @param {import('../runRecord/runRecord.js').RunRecord[]} records @param {string} folder of the run
 * @param {ReturnType<typeof import('./thresholds.js').engineVerdicts>} [ofRun] verdicts that failed, of all targets together
 * @returns {string[]}
 */
export function verdictLines(records, folder, ofRun = []) {
  return [
    '',
    ...records.map((run) => `${OUTCOME_MARKS[outcomeOf([run])]} ${run.plan.target.padEnd(9)} ${verdictText(run)}`),
    ...ofRun.map(({ name, value }) => `✕ ${name}: ${value}, on any target`),
    '',
    `Results: ${folder}`,
    `As a page: load/report ${folder} --html ${folder}/report.html`,
  ];
}

/** @param {number} value */
const count = (value) => String(value).replace(/\B(?=(\d{3})+$)/g, ' ');

/**
 * @param {import('../ledger/latencies.js').LatencySummary} latencies @param {'p50' | 'p95' | 'p99'} percentile
 * @returns {string} of nothing a dash
 */
function ms(latencies, percentile) {
  if (latencies.count === 0) return '–';
  const value = latencies[percentile];
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;
}
