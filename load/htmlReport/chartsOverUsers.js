import { LADDER } from '../floods/ladder.js';
import { formOf } from '../runRecord/kinds.js';
import { LEVELS } from '../messageTest/levels.js';
import { linesOverUsers, studyLines } from './lines.js';

/**
 * @typedef {import('./cells.js').Cell} Cell
 *
 * @typedef {object} ChartData what load/charts draws
 * @property {import('../charts/alignedPoints.js').Line[]} lines
 * @property {import('../charts/chartOf.js').ChartOptions & {marks?: import('../charts/drawMarks.js').Mark[]}} options
 *
 * @typedef {object} Over one chart over users
 * @property {string} title @property {string} [lead] @property {string} unit @property {string} metric of runRecord/metrics.js
 * @property {string} [study] column of the study's table
 * @property {number} [most] of the axis
 */

const CPU = { title: 'CPU of the server', unit: '% of a core', metric: 'serverCpuPercent', study: 'cpu_percent' };
const MEMORY = {
  title: 'Memory of the server',
  lead: 'At its highest; pages that its processes share are counted once.',
  unit: 'MB',
  metric: 'serverMb',
};
const DATABASE = { title: 'CPU of the database', unit: '% of a core', metric: 'databaseCpuPercent' };
const CLIENT = {
  title: 'CPU of the load client',
  lead: 'Near 100 % the client is what is measured.',
  unit: '% of a core',
  metric: 'clientCpuPercent',
  most: 100,
};

export const LOGARITHMIC = 'The axis is logarithmic, to show milliseconds and seconds at once: it has no zero.';

/** @type {Record<'traffic' | 'latency' | 'cost', Record<import('../runRecord/kinds.js').Form, Over[]>>} */
const CHARTS = {
  traffic: {
    chat: [
      {
        title: 'Acknowledged messages',
        unit: 'messages/s',
        metric: 'acknowledgedPerSecond',
        study: 'messages_per_s',
      },
      {
        title: 'Errors',
        lead: '(refused + no ack in 5 s + lost) / sent',
        unit: '%',
        metric: 'errorPercent',
        study: 'error_percent',
        most: 1,
      },
    ],
    flood: [
      { title: 'Answers', unit: '2xx answers/s', metric: 'requestsPerSecond', study: 'requests_per_s' },
      { title: 'Without a 2xx answer', unit: '%', metric: 'failedPercent', most: 1 },
    ],
    connections: [{ title: 'Joins', unit: 'joins/s', metric: 'joinsPerSecond' }],
    faults: [],
  },
  latency: {
    chat: [
      { title: 'Stored: p95 of acks', unit: 'ms', metric: 'ackP95' },
      { title: 'At everybody: p95 of deliveries', unit: 'ms', metric: 'deliveryP95' },
    ],
    flood: [{ title: 'p95 of requests', unit: 'ms', metric: 'requestP95' }],
    connections: [],
    faults: [],
  },
  cost: {
    chat: [CPU, MEMORY, DATABASE, CLIENT],
    flood: [CPU, { ...MEMORY, study: 'ram_mb' }, { ...CLIENT, most: undefined }],
    connections: [
      { title: 'Memory of a connection', unit: 'KB', metric: 'kilobytesEach' },
      { title: 'CPU of a join', unit: 'ms', metric: 'serverMsEachJoin' },
    ],
    faults: [],
  },
};

/**
 * @param {Cell[]} cells of one kind @param {'traffic' | 'latency' | 'cost'} about
 * @returns {ChartData[]} without those that have no lines; none where there is one level alone
 */
export function chartsOverUsers(cells, about) {
  const form = formOf(cells[0].kind);
  const reached = cells.map(({ users }) => users);
  const [fewest, most] = [Math.min(...reached), Math.max(...reached)];
  if (fewest === most) return [];
  const usual = (form === 'flood' ? LADDER : LEVELS).filter((users) => users >= fewest && users <= most);
  const ticks = [...new Set([...usual, ...reached])].sort((one, other) => one - other);
  return CHARTS[about][form].flatMap(({ title, lead, unit, metric, study, most: end }) => {
    const ours = linesOverUsers(cells, metric);
    if (ours.length === 0) return [];
    const theirs = study ? studyLines(cells, study) : [];
    return [
      {
        lines: [...ours, ...theirs],
        options: {
          title,
          ...(lead && { lead }),
          x: { label: 'users', scale: /** @type {const} */ ('log'), ticks },
          y: about === 'latency' ? latencyAxis(ours) : { label: unit, ...(end && { most: end }) },
          together: `${cells[0].kind}-users`,
        },
      },
    ];
  });
}

// Above that a line at the bottom of an axis from zero could not be told from zero.
const WIDEST_FROM_ZERO = 30;

/** @param {import('../charts/alignedPoints.js').Line[]} lines @returns {import('../charts/axes.js').YAxis} */
function latencyAxis(lines) {
  const values = lines.flatMap(({ points }) => points.flatMap(({ y }) => (y ? [y] : [])));
  if (!(Math.max(...values) > WIDEST_FROM_ZERO * Math.min(...values))) return { label: 'ms' };
  return { label: 'ms', scale: 'log', note: LOGARITHMIC };
}
