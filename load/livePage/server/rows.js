/** @typedef {import('../driver/liveSeconds.js').LiveSecond} LiveSecond */

/** More rows than a screen has pixels nobody sees. */
const MOST_ROWS = 1200;

/**
 * @typedef {object} Row what the page shows of a second, or of several together
 * @property {number} second the first @property {number} span how many
 * @property {number} sent @property {number} acknowledged @property {number} refused @property {number} delivered
 * @property {Percentiles | null} ack ms; null: nothing was acknowledged @property {Percentiles | null} delivery
 * @property {number} lost until then @property {number} waiting unanswered then @property {number} users joined then
 * @property {number | null} cpuCores of the server
 * @property {number | null} memoryMb
 * @property {number | null} clientCpuCores
 * @property {number | null} loopLagMs
 * @property {number | null} workersBusy requests that workers have
 * @property {number | null} workersWaiting requests that wait for one
 * @property {boolean} bound the load client, not the server, set the figures
 *
 * @typedef {{p50: number, p95: number, p99: number}} Percentiles
 */

/** @param {LiveSecond} second @returns {Row} */
export function rowOf(second) {
  const { usage, ack, delivery } = second;
  const server = usage.server;
  return {
    second: second.second,
    span: 1,
    sent: second.sent,
    acknowledged: second.acknowledged,
    refused: second.refused,
    delivered: second.delivered,
    ack: percentiles(ack),
    delivery: percentiles(delivery),
    lost: second.lost,
    waiting: second.waiting,
    users: second.users,
    cpuCores: server?.cpuCores ?? null,
    memoryMb: server?.pssMb ?? server?.rssMb ?? null,
    clientCpuCores: usage.client?.cpuCores ?? null,
    loopLagMs: second.serverLoopLagMs,
    workersBusy: second.workersBusy,
    workersWaiting: second.workersWaiting,
    bound: second.bound,
  };
}

/** @param {import('../../ledger/latencies.js').LatencySummary} summary @returns {Percentiles | null} */
const percentiles = ({ count, p50, p95, p99 }) => (count === 0 ? null : { p50, p95, p99 });

/**
 * Adds a row to those of a run; where they would be too many, each two become one, and so do those that come later.
 * @param {Row[]} rows changed @param {Row} row @param {number} [most]
 */
export function addRow(rows, row, most = MOST_ROWS) {
  const last = rows[rows.length - 1];
  const span = rows[0]?.span ?? 1;
  if (last && last.span < span) rows[rows.length - 1] = together(last, row);
  else rows.push(row);
  if (rows.length <= most) return;
  for (let place = 0; place < rows.length; place++) {
    const [one, other] = rows.slice(2 * place, 2 * place + 2);
    if (!one) break;
    rows[place] = other ? together(one, other) : one;
  }
  rows.length = Math.ceil(rows.length / 2);
}

/**
 * @param {Row} one
 * @param {Row} other the later
 * @returns {Row} counts added, levels as they were last, of what may not be missed the worse
 */
function together(one, other) {
  const { span } = one;
  const mean = (/** @type {'cpuCores' | 'memoryMb' | 'clientCpuCores'} */ key) => {
    const [first, second] = [one[key], other[key]];
    if (first === null || second === null) return first ?? second;
    return (first * span + second * other.span) / (span + other.span);
  };
  const most = (/** @type {'loopLagMs' | 'workersBusy' | 'workersWaiting'} */ key) => worse(one[key], other[key]);
  return {
    second: one.second,
    span: span + other.span,
    sent: one.sent + other.sent,
    acknowledged: one.acknowledged + other.acknowledged,
    refused: one.refused + other.refused,
    delivered: one.delivered + other.delivered,
    ack: worsePercentiles(one.ack, other.ack),
    delivery: worsePercentiles(one.delivery, other.delivery),
    lost: other.lost,
    waiting: other.waiting,
    users: other.users,
    cpuCores: mean('cpuCores'),
    memoryMb: mean('memoryMb'),
    clientCpuCores: mean('clientCpuCores'),
    loopLagMs: most('loopLagMs'),
    workersBusy: most('workersBusy'),
    workersWaiting: most('workersWaiting'),
    bound: one.bound || other.bound,
  };
}

/** @param {number | null} one @param {number | null} other */
const worse = (one, other) => (one === null ? other : other === null ? one : Math.max(one, other));

/** @param {Percentiles | null} one @param {Percentiles | null} other @returns {Percentiles | null} */
function worsePercentiles(one, other) {
  if (!one || !other) return one ?? other;
  return {
    p50: Math.max(one.p50, other.p50),
    p95: Math.max(one.p95, other.p95),
    p99: Math.max(one.p99, other.p99),
  };
}
