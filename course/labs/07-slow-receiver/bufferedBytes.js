import { metricIn, readMetrics } from '../../../load/src/sampler/metricsText.js';

/** What the server itself says that it keeps for its receivers (docs/operations.md), and how many it has given up. */
const NAMES = { bytes: 'chat_buffered_bytes', tooSlow: 'chat_errors_total{code="receiver_too_slow"}' };

/** @param {string} text of Prometheus @returns {{bytes: number | null, tooSlow: number}} bytes: null if it is silent */
export const bufferedIn = (text) => ({
  bytes: metricIn(text, NAMES.bytes),
  tooSlow: metricIn(text, NAMES.tooSlow) ?? 0,
});

/** @param {string} url of a chat @returns {Promise<ReturnType<typeof bufferedIn> | null>} null: no answer in time */
export async function readBuffered(url) {
  const text = await readMetrics(`${url}/metrics`);
  return text === null ? null : bufferedIn(text);
}
