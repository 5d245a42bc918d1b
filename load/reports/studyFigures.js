import { LADDER } from '../floods/ladder.js';
import { LEVELS } from '../messageTest/levels.js';
import { knownTarget } from '../targets/targets.js';
import { lineChart } from './lineChart.js';
import { studyByUsers, studyCurve } from './readStudy.js';

/** The colours of the pages, darker for the workers. @type {Record<string, string>} */
const COLOURS = { node: '#2b7a3d', laravel: '#c22f25', 'laravel-workers': '#8a4b00' };

/** @param {string} target */
const colourOf = (target) => COLOURS[target] ?? '#555';

/**
 * The study's figure 3: requests/s over users.
 * @param {import('../floods/savedLadder.js').SavedLadder[]} ladders @returns {string} SVG
 */
export function floodFigure(ladders) {
  const ours = ladders.map(({ server, rows }) =>
    line(
      knownTarget(server)?.title ?? server,
      server,
      rows.map((row) => [row.users, row.requests_per_s]),
    ),
  );
  return lineChart({
    title: 'Empty GET requests (figure 3 of the study)',
    x: 'concurrent ApacheBench users',
    y: '2xx answers/s',
    ticks: LADDER.filter((users) => users !== 5 && users !== 500),
    lines: [...ours, ...studyLines('get-flood', 'requests_per_s')],
  });
}

/**
 * The study's figure 4: what becomes of messages, over users.
 * @param {import('./messagesChapter.js').MessagesData[]} tables
 * @param {{y: string, metric: string, column: string}} what metric of ours, column of the study
 * @returns {string} SVG
 */
export function messagesFigure(tables, { y, metric, column }) {
  const ours = tables.map(({ target, title, rows }) =>
    line(
      title,
      target,
      rows.filter(({ client }) => client === 'raw').map((row) => [row.users, row.metrics[metric].median]),
    ),
  );
  return lineChart({
    title: `Chat messages: ${y} (figure 4 of the study)`,
    x: 'users, each sends and receives everything',
    y,
    ticks: LEVELS.filter((users) => users !== 5),
    lines: [...ours, ...studyLines('message-test', column)],
    overlaid: true,
  });
}

/** @param {string} name @param {string} target @param {Array<[number, number]>} points @returns {import('./lineChart.js').Line} */
const line = (name, target, points) => ({ name, colour: colourOf(target), points });

/** @param {'get-flood' | 'message-test'} table @param {string} column @returns {import('./lineChart.js').Line[]} */
function studyLines(table, column) {
  return ['node', 'laravel'].map((server) => ({
    name: studyCurve(server),
    colour: colourOf(server),
    dashed: true,
    points: [...studyByUsers(table, server).values()].map((row) => [Number(row.users), Number(row[column])]),
  }));
}
