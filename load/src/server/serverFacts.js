import { readConfig } from './http.js';

/**
 * @typedef {object} ServerFacts version, commit, runtime: null where its /health does not name them
 * @property {string} name @property {string} url
 * @property {string | null} version @property {string | null} commit @property {string | null} runtime
 * @property {boolean | null} rateLimits @property {object} limits
 *
 * @typedef {ServerFacts & {database: string | null, fresh: boolean, descriptors: number | null}} MeasuredServer
 *   fresh: started for this run alone
 */

/** @param {string} url @returns {Promise<ServerFacts>} what a server says of itself */
export const serverFacts = async (url) => factsOf(await readConfig(url), url);

/** @param {any} config what its /config says; null: nothing @param {string} url @returns {Promise<ServerFacts>} */
export async function factsOf(config, url) {
  if (config === null)
    return { name: url, url, version: null, commit: null, runtime: null, rateLimits: null, limits: {} };
  const { name, rateLimits = null, limits = {} } = config;
  const response = await fetch(`${url}/health`, { signal: AbortSignal.timeout(60_000) });
  const { build = null, runtime = null } = await response.json().catch(() => ({}));
  const [version = null, commit = null] = String(build ?? '')
    .split('+')
    .filter(Boolean);
  return { name, url, version, commit, runtime, rateLimits, limits };
}
