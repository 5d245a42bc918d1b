import { METRICS } from '../runRecord/metrics.js';
import { failedVerdicts } from '../runRecord/verdict.js';
import { markdownTable } from '../reports/markdownTable.js';
import { loadOf } from './cells.js';
import { escaped as escapedForHtml } from './markup.js';

/** @typedef {import('./reportOf.js').Report} Report */

const EMOJI = { good: '✅', bound: '⚠️', failed: '❌' };

/** @param {Report} report @returns {string} first screen and provenance, fit for a pull request */
export function asMarkdown(report) {
  return [
    `${EMOJI[report.sentence.outcome]} ${report.sentence.text}`,
    '',
    ...report.warnings.flatMap((warning) => [`> ${warning}`, '']),
    ...report.kinds.flatMap((kind) => [...(kind.ranking ? [kind.ranking, ''] : []), ...tableOf(kind.table)]),
    'Median of the runs (the least to the greatest). *Slanted*: the load client set the figure, not the server.',
    '',
    ...tableOf(report.provenance),
    '```',
    ...report.commands,
    '```',
    '',
  ].join('\n');
}

/** @param {import('./tables.js').Table} table @returns {string[]} */
function tableOf({ caption, head, rows }) {
  const left = (rows[0] ?? []).flatMap(({ words }, place) => (words ? [place] : []));
  const marked = rows.map((row) =>
    row.map(({ text, interval, bound }) => {
      const all = text + (interval ? ` (${interval})` : '');
      return (bound ? `*${all}*` : all).replaceAll('|', '\\|');
    }),
  );
  return [`**${caption}**`, '', markdownTable(head, marked, { left }), ''];
}

/** @param {Report} report @returns {string} a line a run: RFC 4180 */
export function asCsv({ cells }) {
  const metrics = Object.entries(METRICS);
  const head = [
    ...['kind', 'target', 'users', 'rate', 'client', 'repetition', 'startedAt', 'seconds', 'passed', 'failures'],
    ...['clientBound', ...metrics.map(([name]) => name), 'serverCommit', 'clientCommit', 'machine', 'command'],
  ];
  const rows = cells.flatMap(({ runs }) =>
    runs.map((run) => {
      const failures = failedVerdicts(run).map(({ name }) => name);
      return [
        ...[run.kind, run.plan.target, run.plan.users, run.plan.rate, run.client.name, run.plan.repetition],
        ...[run.startedAt, run.seconds, failures.length === 0, failures.join('; ')],
        run.client.boundBy.join('; '),
        ...metrics.map(([, { of }]) => of(run)),
        ...[run.server.commit, run.client.commit, run.client.machine, run.command],
      ];
    }),
  );
  return [head, ...rows].map((row) => row.map(quoted).join(',') + '\r\n').join('');
}

// A spreadsheet runs what begins so.
const FORMULA = /^[=+\-@\t\r]/;

/** @param {unknown} value */
function quoted(value) {
  const isFormula = typeof value === 'string' && FORMULA.test(value);
  const text = (isFormula ? "'" : '') + String(value ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

// XML 1.0 has no way of writing them.
const NOT_IN_XML = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

/** @param {unknown} value @returns {string} */
const escaped = (value) => escapedForHtml(String(value).replace(NOT_IN_XML, '\ufffd'));

/** @param {Record<string, unknown>} values @returns {string} of an XML element */
const attributes = (values) =>
  Object.entries(values)
    .map(([name, value]) => ` ${name}="${escaped(value)}"`)
    .join('');

/** @param {Report} report @returns {string} a suite a load, a case a verdict of a run: what CI servers list */
export function asJunit({ cells }) {
  const suites = cells.map((cell) => {
    const cases = cell.runs.flatMap((run, place) =>
      run.verdicts.map(({ name, value, most, passed }) => {
        const title = attributes({
          name: `${name}, run ${run.plan.repetition ?? place + 1}`,
          classname: `${cell.kind}.${cell.target}`,
          time: run.seconds,
        });
        if (passed) return `    <testcase${title}/>`;
        const message = `${name}: ${value ?? 'not known'}, at most ${most}`;
        return `    <testcase${title}><failure${attributes({ message })}/></testcase>`;
      }),
    );
    const suite = attributes({
      name: `${cell.title}, ${loadOf(cell)}`,
      tests: cases.length,
      failures: cell.failures.length,
      timestamp: cell.runs[0].startedAt.slice(0, 19),
    });
    return [`  <testsuite${suite}>`, ...cases, '  </testsuite>'];
  });
  return ['<?xml version="1.0" encoding="UTF-8"?>', '<testsuites>', ...suites.flat(), '</testsuites>', ''].join('\n');
}
