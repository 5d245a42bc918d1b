import { readConfig } from './contractClient.js';
import { knownTarget } from './targets.js';

/**
 * @param {string | undefined} target @param {import('./instance.js').Part[]} parts of an instance
 * @returns {string | undefined} the address at which the instance serves the target; undefined: it does not
 */
export function urlIn(target, parts) {
  const [front] = knownTarget(target)?.fronts ?? [];
  return parts.find(({ part }) => part === front)?.url;
}

/** @param {any} config a server's /config @param {string} url @returns {import('../wire/types.js').Endpoint} */
export const endpointOf = ({ name, wire, socketUrl, key, channel, features, authEndpoint }, url) => ({
  name,
  url,
  wire,
  socketUrl,
  key,
  channel,
  features,
  authUrl: authEndpoint && new URL(authEndpoint, url).href,
});

/**
 * Asks a server what it is.
 * @param {string} url of any server that keeps the contract
 * @returns {Promise<import('../wire/types.js').Endpoint>}
 * @throws {Error} that says what to start
 */
export const findEndpoint = async (url) => endpointOf(await readConfig(url), url);

/**
 * @typedef {object} ServerFacts null: the server does not say
 * @property {string | null} commit by its /health
 * @property {string | null} runtime by its /health
 * @property {boolean | null} rateLimits by its /config
 *
 * @typedef {ServerFacts & {database: string | null, fresh: boolean}} MeasuredServer fresh: started for this run alone
 */

/** @param {any} config its /config; null: it has none @param {string} url @returns {Promise<ServerFacts>} */
export async function factsOf(config, url) {
  if (config === null) return { commit: null, runtime: null, rateLimits: null };
  const response = await fetch(`${url}/health`, { signal: AbortSignal.timeout(60_000) });
  const { build, runtime = null } = await response.json().catch(() => ({}));
  return { commit: build?.split('+')[1] || null, runtime, rateLimits: config.rateLimits ?? null };
}
