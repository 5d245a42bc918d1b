import { metricIn, readMetrics } from './metricsText.js';

/** What a server says of itself under /metrics, by the names of the contract. */
const NAMES = {
  connections: 'chat_connections',
  loopLagSeconds: 'chat_loop_lag_seconds',
  workersBusy: 'chat_workers_busy',
};

/** @typedef {{connections: number | null, loopLagSeconds: number | null, workersBusy: number | null}} Gauges null: not among them */

/** @param {string} url of the metrics @returns {Promise<Gauges | null>} null where it does not answer in time */
export async function readGauges(url) {
  const text = await readMetrics(url);
  return text === null ? null : gaugesIn(text);
}

/** @param {string} text of Prometheus @returns {Gauges} */
export const gaugesIn = (text) =>
  /** @type {Gauges} */ (Object.fromEntries(Object.entries(NAMES).map(([key, name]) => [key, metricIn(text, name)])));
