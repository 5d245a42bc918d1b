import { readConfig } from '../chat/http.js';

/**
 * What a server says of itself.
 * @param {string} url
 * @returns {Promise<{name: string, url: string, version: string | null, commit: string | null, runtime: string | null, rateLimits: boolean | null, limits: object}>}
 *   version, commit, runtime: null where its /health does not name them, as that of a server with rate limits
 */
export async function serverFacts(url) {
  const { server, rateLimits = null, limits = {} } = await readConfig(url);
  const response = await fetch(`${url}/health`, { signal: AbortSignal.timeout(5000) });
  const { build = null, runtime = null } = await response.json().catch(() => ({}));
  const [version = null, commit = null] = String(build ?? '')
    .split('+')
    .filter(Boolean);
  return { name: server.name, url, version, commit, runtime, rateLimits, limits };
}
