import { readConfig } from './contractClient.js';

/** @import { Endpoint } from '../wire/types.js' */

/**
 * @typedef {object} ServerFacts null: the server does not say
 * @property {string | null} commit as /health says
 * @property {string | null} runtime as /health says
 * @property {boolean | null} rateLimits as /config says
 *
 * @typedef {ServerFacts & {database: string | null, fresh: boolean}} MeasuredServer fresh: only this run uses it
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
 * @returns {Promise<{endpoint: Endpoint | null, noChat?: string, facts: ServerFacts}>} noChat: why there is no endpoint
 */
export async function askServer(url) {
  let config;
  try {
    config = await readConfig(url);
  } catch (error) {
    const { message } = /** @type {Error} */ (error);
    return { endpoint: null, noChat: message, facts: { commit: null, runtime: null, rateLimits: null } };
  }
  const response = await fetch(`${url}/health`, { signal: AbortSignal.timeout(60_000) });
  const { build, runtime = null } = await response.json().catch(() => ({}));
  const facts = { commit: build?.split('+')[1] || null, runtime, rateLimits: config.rateLimits ?? null };
  return { endpoint: endpointOf(config, url), facts };
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
