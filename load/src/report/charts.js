import { formOf } from '../record/kinds.js';
import { readTarget, TARGET_NAMES } from '../server/targets.js';
import { studyMetrics, studyValues } from './study.js';

/**
 * @typedef {import('./cells.js').Cell} Cell
 * @typedef {import('./cells.js').Chapter} Chapter
 *
 * @typedef {object} Line @property {string} name @property {string} colour @property {string} symbol
 * @property {boolean} [dashed] @property {Array<[number, number | null]>} points
 * @typedef {object} Chart
 * @property {string} id @property {string} title
 * @property {{name: string, log?: boolean}} x @property {{name: string, log?: boolean}} y
 * @property {Line[]} lines
 * @property {boolean} study whether the study has it too
 */

/** @type {Record<import('../record/kinds.js').Form, Array<[string, string, string]>>} metric, title, unit */
const OVER_USERS = {
  chat: [
    ['acknowledgedPerSecond', 'Acknowledged messages', 'messages/s'],
    ['errorPercent', 'Errors: refused, no ack in 5 s, or lost', '% of sent'],
    ['ackP95', 'Stored: p95 of acks', 'ms'],
    ['deliveryP95', 'At everybody: p95 of deliveries', 'ms'],
    ['serverCpuPercent', 'CPU of the server', '% of a core'],
    ['serverMb', 'Memory of the server', 'MB'],
  ],
  flood: [
    ['requestsPerSecond', 'Answers', '2xx answers/s'],
    ['requestP95', 'p95 of requests', 'ms'],
    ['serverCpuPercent', 'CPU of the server', '% of a core'],
    ['serverMb', 'Memory of the server', 'MB'],
  ],
  connections: [['kilobytesEach', 'Memory of a connection', 'KB']],
  faults: [],
};

/** @param {Chapter} chapter @returns {Chart[]} over users; none where there is one level alone */
export function chartsOverUsers({ kind, cells }) {
  const levels = [...new Set(cells.map(({ users }) => users))];
  if (levels.length < 2) return [];
  const [fewest, most] = [Math.min(...levels), Math.max(...levels)];
  return OVER_USERS[formOf(kind)].flatMap(([metric, title, unit]) => {
    const ours = [...Map.groupBy(cells, ({ title: line }) => line)].flatMap(([name, own]) => {
      const points = own.flatMap(({ users, metrics }) => (metrics[metric] ? [[users, metrics[metric].median]] : []));
      return points.length === 0 ? [] : [{ name, ...lookOf(own[0].target), points }];
    });
    const study = studyMetrics(kind).includes(metric);
    const theirs = study ? studyLines(kind, cells, metric, [fewest, most]) : [];
    if (ours.length === 0) return [];
    const log = unit === 'ms';
    return [
      /** @type {Chart} */ ({
        ...{ id: `${kind}-${metric}`, title, study, x: { name: 'users', log: true }, y: { name: unit, log } },
        // A logarithmic axis has no zero.
        lines: [...ours, ...theirs].map((line) => ({
          ...line,
          points: log ? line.points.map(([x, y]) => [x, Math.max(0.1, y)]) : line.points,
        })),
      }),
    ];
  });
}

/** @param {string} kind @param {Cell[]} cells @param {string} metric @param {[number, number]} range of users */
function studyLines(kind, cells, metric, [fewest, most]) {
  const names = /** @type {const} */ ([
    ['node', 'study: Node.js'],
    ['laravel', 'study: Laravel'],
  ]);
  return names.flatMap(([target, name]) => {
    const points = [...studyValues(kind, target, metric)].filter(([users]) => users >= fewest && users <= most);
    const measured = cells.some((cell) => cell.target.startsWith(target));
    return points.length === 0 || !measured ? [] : [{ name, ...lookOf(target), dashed: true, points }];
  });
}

/** @param {string} target */
function lookOf(target) {
  return TARGET_NAMES.includes(target) ? readTarget(target).look : { colour: '#2f5aa6', symbol: 'diamond' };
}

const PART_COLOURS = ['#2b7a3d', '#c22f25', '#8a4b00', '#2f5aa6', '#6a46a3', '#136a78', '#923a76'];

/** @param {import('./cells.js').RunRecord} run @param {string} id @returns {Chart[]} what a run did second by second */
export function chartsOverTime({ series, plan }, id) {
  const { colour } = lookOf(plan.target);
  const line = (
    /** @type {string} */ name,
    /** @type {(second: any) => number | null | undefined} */ of,
    /** @type {object} */ look = {},
  ) => ({
    ...{ name, colour, symbol: 'none', points: series.map((second) => [second.second, of(second) ?? null]), ...look },
  });
  const parts = Object.keys(series[0]?.usage ?? {});
  const all = {
    'Messages a second': [
      line('sent', ({ sent }) => sent, { dashed: true }),
      line('acknowledged', ({ acknowledged }) => acknowledged),
      line('refused', ({ refused }) => refused || null, { colour: '#b91c1c' }),
    ],
    'p95 of each second, ms': [
      line('ack', ({ ackP95 }) => ackP95, { dashed: true }),
      line('delivery', ({ deliveryP95 }) => deliveryP95),
    ],
    'CPU, % of a core': parts.map((name, place) =>
      line(name, ({ usage }) => usage[name]?.cpuCores * 100, { colour: PART_COLOURS[place % PART_COLOURS.length] }),
    ),
  };
  return Object.entries(all).flatMap(([title, lines]) => {
    const known = lines.filter(({ points }) => points.some(([, y]) => y !== null));
    if (known.length === 0) return [];
    return [
      /** @type {Chart} */ ({
        id: `${id}-${title}`,
        title,
        study: false,
        x: { name: 's' },
        y: { name: '' },
        lines: known,
      }),
    ];
  });
}
