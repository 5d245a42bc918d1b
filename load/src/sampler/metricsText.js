/** @param {string} url of a server's metrics @returns {Promise<string | null>} as Prometheus reads them; null where it does not answer in time */
export async function readMetrics(url) {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2000) });
    return response.ok ? await response.text() : null;
  } catch {
    return null;
  }
}

/** @param {string} text of metrics @param {string} name with its labels, where it has some @returns {number | null} null where it is not among them */
export function metricIn(text, name) {
  const line = text.split('\n').find((one) => one.startsWith(`${name} `));
  return line === undefined ? null : parseFloat(line.slice(name.length + 1));
}
