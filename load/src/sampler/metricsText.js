/** What a server says of itself under /metrics, by the names of the contract. */
const GAUGES = {
  connections: 'chat_connections',
  loopLagSeconds: 'chat_loop_lag_seconds',
  workersBusy: 'chat_workers_busy',
};

/** @typedef {Record<keyof typeof GAUGES, number | null>} Gauges null: not among them */

/** @param {string} url of the metrics @returns {Promise<Gauges | null>} null where it does not answer in time */
export async function readGauges(url) {
  const text = await readMetrics(url);
  if (text === null) return null;
  return /** @type {Gauges} */ (
    Object.fromEntries(Object.entries(GAUGES).map(([key, name]) => [key, metricIn(text, name)]))
  );
}

/** @param {string} url @returns {Promise<string | null>} null where it does not answer in time */
export async function readMetrics(url) {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2000) });
    return response.ok ? await response.text() : null;
  } catch {
    return null;
  }
}

/** @param {string} text @param {string} name with its labels @returns {number | null} null: it is not among them */
export function metricIn(text, name) {
  const line = text.split('\n').find((one) => one.startsWith(`${name} `));
  return line === undefined ? null : parseFloat(line.slice(name.length + 1));
}
