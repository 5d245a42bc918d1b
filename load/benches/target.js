import { readConfig } from '../chat/http.js';
import { knownTarget, readTarget } from '../targets/targets.js';

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
 * @param {{instance: string, addresses?: Record<string, string>, parts: import('../machine/installation.js').Part[]}} where parts: of that instance;
 *   addresses: of targets that are not its
 * @returns {Promise<{url: string, config: any} | null>} who serves it now, and what it says of itself; null where nobody does
 */
export async function runningServer(name, { instance, addresses = {}, parts }) {
  const { address, chat } = readTarget(name);
  const url = addresses[name] ?? urlIn(name, parts) ?? (instance === 'dev' ? address : undefined);
  const config = url === undefined ? null : await readConfig(url).catch(() => null);
  return url !== undefined && config?.name === chat ? { url, config } : null;
}

/**
 * Asks a server what it is.
 * @param {{target?: string, url?: string}} which url of any server that keeps the contract, else the target's usual address
 * @returns {Promise<import('./wire/meaning.js').Target>}
 * @throws {Error} that says what to start
 */
export async function findTarget({ target, url }) {
  const address = url ?? readTarget(target).address;
  const config = await readConfig(address).catch((error) => {
    throw new Error(
      `${address} does not answer (${error.cause?.code ?? error.message}). Start it with: infra/up --load`,
    );
  });
  return {
    name: config.name,
    url: address,
    wire: config.wire,
    socketUrl: config.socketUrl,
    key: config.key,
    channel: config.channel,
    features: config.features,
    authUrl: config.authEndpoint && new URL(config.authEndpoint, address).href,
  };
}
