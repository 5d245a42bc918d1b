import { failuresOf } from '../floods/floodRow.js';
import { knownTarget } from '../targets/targets.js';
import { figure, markdownTable } from './markdownTable.js';
import { readStudy } from './readStudy.js';

/** @typedef {import('../floods/savedLadder.js').SavedLadder} SavedLadder */

/** @param {SavedLadder} ladder @returns {string} a chapter of docs/results.md */
export function floodChapter(ladder) {
  const known = knownTarget(ladder.server);
  const study = new Map(
    readStudy('get-flood')
      .filter(({ server }) => server === known?.study.server)
      .map((row) => [row.users, row]),
  );
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
  const rows = ladder.rows.map((row) => {
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
  const failed = ladder.rows.reduce((sum, row) => sum + failuresOf(row), 0);
  return [
    `### ${ladder.what} (\`${ladder.server}\`)`,
    '',
    markdownTable(head, rows, { left: [] }),
    '',
    failed === 0
      ? 'No request failed at any level.'
      : `Requests without a 2xx answer, all levels together: ${figure(failed)}.`,
    ...notes(ladder),
    ...(known ? [`The way of a request: ${known.flood.codePath}.`, `The study's columns: ${known.study.floods}.`] : []),
    '',
    ...madeBy(ladder),
  ].join('\n');
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
function madeBy({ server, seconds, rows }) {
  const [first] = rows;
  const commits = [...new Set(rows.map(({ commit }) => commit))].join(', ');
  const dates = rows.map(({ date }) => date).sort();
  return [
    `\`load/flood --target ${server} --ladder --seconds ${seconds}\`; commit ${commits}; ${first.machine}; ${dates[0]} to ${dates.at(-1)}.`,
    '',
  ];
}
