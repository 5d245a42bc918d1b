/** What a server says of itself under /metrics, by the names of the contract. */
const NAMES = {
  connections: 'chat_connections',
  loopLagSeconds: 'chat_loop_lag_seconds',
  workersBusy: 'chat_workers_busy',
};

/** @typedef {{connections: number | null, loopLagSeconds: number | null, workersBusy: number | null}} Gauges null: not among them */

/** @param {string} url of the metrics @returns {Promise<Gauges | null>} null where it does not answer in time */
export async function readGauges(url) {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2000) });
    return response.ok ? gaugesIn(await response.text()) : null;
  } catch {
    return null;
  }
}

/** @param {string} text of Prometheus @returns {Gauges} */
export function gaugesIn(text) {
  const read = (/** @type {string} */ name) => {
    const value = new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1];
    return value === undefined ? null : Number(value);
  };
  return /** @type {Gauges} */ (Object.fromEntries(Object.entries(NAMES).map(([key, name]) => [key, read(name)])));
}
