/** Metrics of the server (docs/operations.md): bytes buffered for its receivers, receivers cut off. */
const NAMES = { bytes: 'chat_buffered_bytes', tooSlow: 'chat_errors_total{code="receiver_too_slow"}' };

/** @param {string} text of Prometheus @returns {{bytes: number | null, tooSlow: number}} bytes: null if not reported */
export const bufferedIn = (text) => ({
  bytes: metricIn(text, NAMES.bytes),
  tooSlow: metricIn(text, NAMES.tooSlow) ?? 0,
});

/** @param {string} url of a chat @returns {Promise<ReturnType<typeof bufferedIn> | null>} null: no answer in time */
export async function readBuffered(url) {
  try {
    const response = await fetch(`${url}/metrics`, { signal: AbortSignal.timeout(2000) });
    return response.ok ? bufferedIn(await response.text()) : null;
  } catch {
    return null;
  }
}

/** @param {string} text @param {string} name with its labels @returns {number | null} null: no such metric */
function metricIn(text, name) {
  const line = text.split('\n').find((one) => one.startsWith(`${name} `));
  return line === undefined ? null : parseFloat(line.slice(name.length + 1));
}
