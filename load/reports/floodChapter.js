import { failuresOf } from '../floods/floodRow.js';
import { knownTarget } from '../targets/targets.js';
import { figure, markdownTable } from './markdownTable.js';
import { studyByUsers } from './readStudy.js';

/**
 * @typedef {import('../floods/savedLadder.js').SavedLadder} SavedLadder
 * @typedef {import('../floods/floodRow.js').FloodRow} FloodRow
 */

/** @param {SavedLadder} ladder @returns {string} a chapter of docs/results.md */
export function floodChapter(ladder) {
  const known = knownTarget(ladder.server);
  const failed = ladder.rows.reduce((sum, row) => sum + failuresOf(row), 0);
  return [
    `### ${ladder.what} (\`${ladder.server}\`)`,
    '',
    floodTable(ladder),
    '',
    failed === 0
      ? 'No request failed at any level.'
      : `Requests without a 2xx answer, all levels together: ${figure(failed)}.`,
    ...notes(ladder),
    ...(ladder.codePath ? [`The way of a request: ${ladder.codePath}.`] : []),
    ...(known ? [`The study's columns: ${known.study.floods}.`] : []),
    '',
    ...madeBy(ladder),
  ].join('\n');
}

/** @param {{server: string, rows: FloodRow[]}} ladder @returns {string} the study's columns beside ours */
export function floodTable({ server: name, rows: levels }) {
  const known = knownTarget(name);
  const study = studyByUsers('get-flood', known?.study.server);
  const head = [
    'users',
    'requests',
    'requests/s',
    'CPU %',
    'RAM MB',
    'p50 ms',
    'p95 ms',
    'p99 ms',
    'no answer',
    'other codes',
    'refused',
    'reset',
    'timed out',
    'other',
    'study: requests/s',
    'CPU %',
    'RAM MB',
  ];
  const rows = levels.map((row) => {
    const theirs = /** @type {any} */ (study.get(row.users));
    const times = [figure(row.p50), figure(row.p95), figure(row.p99)];
    // Runs that were saved before empty answers were counted do not say how many there were.
    const empty = row.empty === undefined ? 'not counted' : figure(row.empty);
    const failures = [row.other_codes, row.refused, row.reset, row.timeouts, row.exceptions].map((value) =>
      figure(value),
    );
    const compared = theirs
      ? [figure(theirs.requests_per_s), figure(theirs.cpu_percent, 1), figure(theirs.ram_mb)]
      : ['', '', ''];
    return [
      figure(row.users),
      figure(row.requests),
      figure(row.requests_per_s),
      figure(row.cpu_percent),
      figure(row.ram_mb),
      ...times,
      empty,
      ...failures,
      ...compared,
    ];
  });
  return markdownTable(head, rows, { left: [] });
}

/** @param {SavedLadder} ladder @returns {string[]} */
function notes({ rows }) {
  const lines = rows.flatMap((row) => row.notes.map((note) => ({ users: row.users, note })));
  /** @type {Map<string, number[]>} */
  const levels = new Map();
  for (const { users, note } of lines) levels.set(note, [...(levels.get(note) ?? []), users]);
  return [...levels].map(([note, users]) => `At ${users.map((level) => figure(level)).join(', ')} users: ${note}.`);
}

/** @param {SavedLadder} ladder @returns {string[]} */
function madeBy({ rows }) {
  const [first] = rows;
  const dates = rows.map(({ date }) => date).sort();
  const servers = new Set(rows.map(({ server_commit: commit }) => commit ?? 'not told'));
  return [
    `${commandsOf(rows)}; commit ${[...new Set(rows.map(({ commit }) => commit))].join(', ')}, of the server ${[...servers].join(', ')}; ` +
      `${first.machine}; ${dates[0]} to ${dates.at(-1)}.`,
    '',
  ];
}

/** @param {FloodRow[]} rows @returns {string} what each row was made by: one command where they differ in their users alone */
function commandsOf(rows) {
  const commands = new Set(rows.map(({ command }) => command.replace(/--users \d+/, '--users N')));
  return [...commands].map((command) => `\`${command}\``).join(', ');
}
