import { valueText } from '../../charts/numbers.js';

/** @typedef {import('../server/rows.js').Row} Row */

/** @param {import('../server/rows.js').Percentiles | null} of */
const three = (of) => (of === null ? '–' : [of.p50, of.p95, of.p99].map(shortly).join(' · '));

// From here on a latency is told in seconds, or three of them would not stand beside one another.
const SECONDS_FROM_MS = 10_000;

/** @param {number} value of ms: nobody reads a third digit from the last row */
export function shortly(value) {
  if (value >= SECONDS_FROM_MS) return `${Math.round(value / 1000)} s`;
  return value >= 9.95 ? valueText(Math.round(value)) : value.toFixed(1);
}

/** @param {number | null} value @param {number} [times] */
const whole = (value, times = 1) => (value === null ? '–' : valueText(Math.round(value * times)));

/**
 * @typedef {object} Panel one measure, every target's
 * @property {string} title @property {string} unit
 * @property {(row: Row) => number | null} value what its chart draws
 * @property {string} [curve] what that is, where the title names several figures
 * @property {(row: Row) => string} text the figure of now
 * @property {'log'} [scale] @property {(row: Row) => boolean} [bad] whether the figure is one that nobody may miss
 */

/** @type {Record<string, Panel>} */
export const PANELS = {
  acknowledged: {
    title: 'Acknowledged',
    unit: 'messages/s',
    value: ({ acknowledged, span }) => acknowledged / span,
    text: ({ acknowledged, span }) => whole(acknowledged / span),
  },
  ack: {
    title: 'Ack p50 · p95 · p99',
    unit: 'ms',
    value: ({ ack }) => ack?.p95 ?? null,
    curve: 'p95',
    text: ({ ack }) => three(ack),
    scale: 'log',
  },
  delivery: {
    title: 'Delivery p50 · p95 · p99',
    unit: 'ms',
    value: ({ delivery }) => delivery?.p95 ?? null,
    curve: 'p95',
    text: ({ delivery }) => three(delivery),
    scale: 'log',
  },
  lost: {
    title: 'Lost · refused · waiting',
    unit: 'messages',
    value: ({ waiting }) => waiting,
    curve: 'waiting',
    text: ({ lost, refused, waiting }) => [lost, refused, waiting].map((value) => valueText(value)).join(' · '),
    bad: ({ lost, refused }) => lost + refused > 0,
  },
  cpu: {
    title: 'CPU',
    unit: '% of a core',
    value: ({ cpuCores }) => (cpuCores === null ? null : cpuCores * 100),
    text: ({ cpuCores }) => `${whole(cpuCores, 100)} %`,
  },
  memory: {
    title: 'Memory',
    unit: 'MB',
    value: ({ memoryMb }) => memoryMb,
    text: ({ memoryMb }) => `${whole(memoryMb)} MB`,
  },
  lag: {
    title: 'Loop lag',
    unit: 'ms',
    value: ({ loopLagMs }) => loopLagMs,
    text: ({ loopLagMs }) => (loopLagMs === null ? '–' : `${shortly(loopLagMs)} ms`),
  },
  users: { title: 'Users', unit: 'joined', value: ({ users }) => users, text: ({ users }) => whole(users) },
  workers: {
    title: 'Workers busy · waiting',
    unit: 'requests',
    value: ({ workersBusy, workersWaiting }) => (workersWaiting === null ? null : (workersBusy ?? 0) + workersWaiting),
    curve: 'busy + waiting',
    text: ({ workersBusy, workersWaiting }) =>
      workersWaiting === null ? '–' : [workersBusy, workersWaiting].map((value) => valueText(value)).join(' · '),
  },
};

/** @param {string[]} targets @returns {string[]} names of the panels, as many as fit on a projector */
export function panelsFor(targets) {
  const last = targets.includes('laravel-workers') ? 'workers' : 'users';
  return ['acknowledged', 'ack', 'delivery', 'lost', 'cpu', 'memory', 'lag', last];
}

/** @param {number} seconds @returns {string} 1:05 */
export function clockText(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
