import { readConfig } from './contractClient.js';

/** @import { Endpoint } from '../wire/types.js' */

/**
 * @typedef {object} ServerInfo null: unknown
 * @property {string | null} commit as /health says
 * @property {string | null} runtime as /health says
 * @property {boolean | null} rateLimits as /config says
 * @property {string | null} database the database server; null: an embedded store too
 * @property {boolean} fresh only this run uses the server
 */

/**
 * @param {string} url any server's that keeps the contract
 * @returns {Promise<Endpoint>}
 * @throws {Error} that says what to start
 */
export const findEndpoint = async (url) => endpointOf(await readConfig(url), url);

/**
 * Asks any server what it is.
 * @param {string} url
 * @returns {Promise<{endpoint: Endpoint | null, contractProblem?: string,
 *   info: Omit<ServerInfo, 'database' | 'fresh'>}>} contractProblem: why there is no endpoint
 */
export async function askServer(url) {
  let config;
  try {
    config = await readConfig(url);
  } catch (error) {
    const { message } = /** @type {Error} */ (error);
    return { endpoint: null, contractProblem: message, info: { commit: null, runtime: null, rateLimits: null } };
  }
  const response = await fetch(`${url}/health`, { signal: AbortSignal.timeout(60_000) });
  const { build, runtime = null } = await response.json().catch(() => ({}));
  const info = { commit: build?.split('+')[1] || null, runtime, rateLimits: config.rateLimits ?? null };
  return { endpoint: endpointOf(config, url), info };
}

/** @param {any} config a server's /config @param {string} url @returns {Endpoint} */
const endpointOf = ({ name, wire, socketUrl, key, channel, features, authEndpoint }, url) => ({
  name,
  url,
  wire,
  socketUrl,
  key,
  channel,
  features,
  authUrl: authEndpoint && new URL(authEndpoint, url).href,
});
