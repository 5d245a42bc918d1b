import { lookOfOther, lookOfTarget, variant } from '../charts/looks.js';

/**
 * @typedef {import('../runRecord/runRecord.js').RunRecord} RunRecord
 * @typedef {import('../runRecord/series.js').Second} Second
 */

/**
 * What a run did second by second.
 * @param {RunRecord} run @param {string} id that no other run of the report has
 * @returns {import('./chartsOverUsers.js').ChartData[]} without what nobody counted
 */
export function timelineCharts({ plan, series, marks = [] }, id) {
  const plain = { ...lookOfTarget(plan.target), shape: null };
  const over = (/** @type {(second: Second) => number | null | undefined} */ of) =>
    series.map((second) => ({ x: second.second, y: of(second) ?? null }));
  const parts = Object.keys(series[0]?.usage ?? {});
  const part = (/** @type {string} */ name) => ({ ...lookOfOther(parts.indexOf(name)), shape: null, ...dash(parts.indexOf(name)) }); // prettier-ignore
  const percentiles = (/** @type {(second: Second) => import('../ledger/latencies.js').LatencySummary | null} */ of) =>
    /** @type {const} */ (['p50', 'p95', 'p99']).map((name, place) => ({
      name,
      look: variant(plain, place),
      points: over((second) => of(second)?.[name]),
    }));
  const lines = {
    'messages/s': [
      { name: 'sent', look: { ...plain, dash: dotted }, points: over(({ sent }) => sent) },
      { name: 'acknowledged', look: plain, points: over(({ acknowledged }) => acknowledged) },
      { name: 'refused', look: { ...plain, dash: dashed, colour: '--danger' }, points: over(({ refused }) => refused) },
    ],
    ack: percentiles((second) => second.ack),
    delivery: percentiles((second) => second.delivery),
    users: [{ name: 'connected', look: plain, points: over(({ connections }) => connections) }],
    '% of a core': parts.map((name) => ({
      name,
      look: part(name),
      points: over(({ usage }) => (usage[name] ? usage[name].cpuCores * 100 : null)),
    })),
    MB: parts.map((name) => ({ name, look: part(name), points: over(({ usage }) => usage[name]?.pssMb) })),
    'ms late': [
      { name: 'server', look: plain, points: over(({ serverLoopLagMs }) => serverLoopLagMs) },
      {
        name: 'load client, p99',
        look: { ...lookOfOther(0), shape: null, dash: dashed },
        points: over(({ clientLoopDelayMs }) => clientLoopDelayMs),
      },
    ],
    workers: [{ name: 'busy', look: plain, points: over(({ workersBusy }) => workersBusy) }],
  };
  return Object.entries(lines).flatMap(([about, all]) => {
    const known = all.filter(({ points, name }) =>
      points.some(({ y }) => y !== null && (y > 0 || !ONLY_ABOVE_ZERO.has(name))),
    );
    if (known.length === 0) return [];
    return [
      {
        lines: known,
        options: {
          title: TITLES[about],
          x: { label: 's' },
          y: { label: UNITS[about] ?? about },
          height: 180,
          together: id,
          marks: marks.map(({ second, label }) => ({ x: second, label })),
        },
      },
    ];
  });
}

// Where there is none of it all the time, a line at zero says nothing.
const ONLY_ABOVE_ZERO = new Set(['refused', 'busy']);

/** @type {Record<string, string>} */
const TITLES = {
  'messages/s': 'Messages',
  ack: 'Acks of each second',
  delivery: 'Deliveries of each second',
  users: 'Users',
  '% of a core': 'CPU',
  MB: 'Memory',
  'ms late': 'Event loops: how late they ran',
  workers: 'Workers',
};

/** Where it is not what the chart is called by. @type {Record<string, string>} */
const UNITS = { ack: 'ms', delivery: 'ms', 'ms late': 'ms' };

const dashed = /** @type {const} */ ('dashed');
const dotted = /** @type {const} */ ('dotted');

/** @param {number} place */
const dash = (place) => ({ dash: /** @type {const} */ (['solid', 'dashed', 'dotted', 'dashdot'])[place % 4] });
