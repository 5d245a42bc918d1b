import { KINDS } from '../record/kinds.js';
import { METRICS } from '../record/metrics.js';
import { knownTarget } from '../server/targets.js';
import { QUESTIONS } from './questions.js';
import { STUDY_SERVERS, studyFigure, studyValues } from '../reference/chatStudy.js';

/** @import { Cell, Group } from './cells.js' */
/** @import { Line, LineChart } from './lineOption.js' */
/** @import { RunRecord } from '../record/runRecord.js' */

/** @typedef {LineChart & {id: string}} Chart */

const HOLLOW = 'hollow: a run failed, or the load client limited it';

/** @param {Group} group @returns {Chart[]} metrics over users; [] if there is only one level */
export function chartsOverUsers({ kind, id, cells }) {
  const levels = [...new Set(cells.map(({ users }) => users))];
  const { ladder, shown } = QUESTIONS[kind];
  if (!ladder || levels.length < 2) return [];
  const range = /** @type {[number, number]} */ ([Math.min(...levels), Math.max(...levels)]);
  return shown.flatMap((metric) => {
    const { title } = METRICS[metric];
    const ourLines = [...Map.groupBy(cells, ({ title: line }) => line)].flatMap(([name, lineCells]) => {
      const measuredCells = lineCells.filter(({ metrics }) => metrics[metric]);
      const points = measuredCells.map(({ users, metrics }) => [users, metrics[metric].median]);
      const hollow = measuredCells.map(({ bound, failed }) => bound || failed);
      return points.length === 0 ? [] : [{ name, ...lookOf(lineCells[0].target), points, hollow }];
    });
    if (ourLines.length === 0) return [];
    const scale = title.endsWith(', ms') ? 'log' : 'linear';
    return [
      /** @type {Chart} */ ({
        id: `${id}-${metric}`,
        title: `${KINDS[kind].title}: ${title}`,
        note: ourLines.some(({ hollow }) => hollow.includes(true)) ? HOLLOW : '',
        x: { label: 'users', scale: 'log' },
        y: { label: '', scale },
        // A logarithmic axis has no zero.
        lines: [...ourLines, ...studyLines(kind, cells, metric, range)].map((line) => ({
          ...line,
          points: scale === 'log' ? line.points.map(([x, y]) => [x, Math.max(0.1, y)]) : line.points,
        })),
      }),
    ];
  });
}

/** @param {Group['kind']} kind @param {Cell[]} cells @param {string} metric @param {[number, number]} range of users */
function studyLines(kind, cells, metric, [leastUsers, mostUsers]) {
  return STUDY_SERVERS.flatMap(({ server, name }) => {
    const points = [...studyValues(kind, server, metric)].filter(
      ([users]) => users >= leastUsers && users <= mostUsers,
    );
    const isMeasured = cells.some(
      (cell) => knownTarget(cell.target)?.study === server && studyFigure(cell, metric) !== undefined,
    );
    return points.length === 0 || !isMeasured
      ? []
      : [{ name, ...lookOf(server), symbol: 'none', dashed: true, points }];
  });
}

/** @param {string} target */
const lookOf = (target) => knownTarget(target)?.look ?? { colour: '#2f5aa6', symbol: 'diamond' };

const PART_COLOURS = ['#2b7a3d', '#c22f25', '#8a4b00', '#2f5aa6', '#6a46a3', '#136a78', '#923a76'];

/** @param {RunRecord} run @param {string} id @returns {Chart[]} charts of a run second by second */
export function chartsOverTime({ series, plan }, id) {
  const { colour } = lookOf(plan.target);
  /** @type {(name: string, of: (second: any) => number | null | undefined, look?: Partial<Line>) => Line} */
  const line = (name, valueOf, look) => ({
    name,
    colour,
    symbol: 'none',
    points: series.map((second) => [second.second, valueOf(second) ?? null]),
    ...look,
  });
  const parts = Object.keys(series[0]?.usage ?? {});
  const linesByTitle = {
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
  return Object.entries(linesByTitle).flatMap(([title, lines]) => {
    const shownLines = lines.filter(({ points }) => points.some(([, y]) => y !== null));
    return shownLines.length === 0
      ? []
      : [{ id: `${id}-${title}`, title, x: { label: 's' }, y: { label: '' }, lines: shownLines }];
  });
}
