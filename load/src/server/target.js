import { readConfig } from './http.js';
import { knownTarget } from './targets.js';

/**
 * @param {string | undefined} target @param {import('../machine/installation.js').Part[]} parts of an installation
 * @returns {string | undefined} where it serves that target; undefined where it does not
 */
export function urlIn(target, parts) {
  const fronts = knownTarget(target)?.fronts ?? [];
  return parts.find(({ part }) => fronts.includes(part))?.url;
}

/** @param {any} config what /config says @param {string} url @returns {import('../wire/meaning.js').Target} */
export const targetOf = ({ name, wire, socketUrl, key, channel, features, authEndpoint }, url) => ({
  ...{ name, url, wire, socketUrl, key, channel, features },
  authUrl: authEndpoint && new URL(authEndpoint, url).href,
});

/**
 * Asks a server what it is.
 * @param {string} url of any server that keeps the contract
 * @returns {Promise<import('../wire/meaning.js').Target>}
 * @throws {Error} that says what to start
 */
export async function findTarget(url) {
  const config = await readConfig(url).catch((error) => {
    throw new Error(`${url} does not answer (${error.cause?.code ?? error.message}). Start it with: infra/up --load`);
  });
  return targetOf(config, url);
}
