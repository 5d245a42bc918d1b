import { readConfig } from './http.js';
import { knownTarget, readTarget } from './targets.js';

/**
 * @param {string | undefined} target @param {import('../machine/installation.js').Part[]} parts of an installation
 * @returns {string | undefined} where it serves that target; undefined where it does not
 */
export function urlIn(target, parts) {
  const fronts = knownTarget(target)?.fronts ?? [];
  return parts.find(({ part }) => fronts.includes(part))?.url;
}

/**
 * @param {string} name of a target
 * @param {{instance: string, addresses?: Record<string, string>, parts: import('../machine/installation.js').Part[]}}
 *   where parts: of that instance; addresses: of targets that are not its
 * @returns {Promise<{url: string, config: any} | null>} config: what it says of itself; null where nobody serves it
 */
export async function runningServer(name, { instance, addresses = {}, parts }) {
  const { address, chat } = readTarget(name);
  const url = addresses[name] ?? urlIn(name, parts) ?? (instance === 'dev' ? address : undefined);
  const config = url === undefined ? null : await readConfig(url).catch(() => null);
  return url !== undefined && config?.name === chat ? { url, config } : null;
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
