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
    name: config.server.name,
    url: address,
    wire: config.wire,
    socketUrl: config.socketUrl,
    key: config.key,
    channel: config.channel,
    capabilities: config.capabilities,
    authUrl: config.authEndpoint && new URL(config.authEndpoint, address).href,
  };
}
