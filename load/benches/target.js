import { readConfig } from '../chat/http.js';

const DEFAULT_URLS = { node: 'http://127.0.0.1:3000', laravel: 'http://127.0.0.1:8000' };

// The parts of an installation that answer for a target: on real databases nginx stands before Laravel.
const FRONTS = { node: ['node'], laravel: ['nginx', 'laravel'] };

/**
 * @param {string | undefined} target @param {import('../machine/installation.js').Part[]} parts of an installation
 * @returns {string | undefined} where it serves that target; undefined where it does not
 */
export function urlIn(target, parts) {
  const fronts = FRONTS[/** @type {'node' | 'laravel'} */ (target)] ?? [];
  return parts.find(({ part }) => fronts.includes(part))?.url;
}

/**
 * Asks a server what it is.
 * @param {{target?: string, url?: string}} which url, else the target's default address
 * @returns {Promise<import('./wire/meaning.js').Target>}
 * @throws {Error} that says what to start
 */
export async function findTarget({ target, url }) {
  const address = url ?? DEFAULT_URLS[/** @type {'node' | 'laravel'} */ (target)];
  if (!address) throw new Error(`There is no target ${target}: node or laravel, or --url.`);
  const config = await readConfig(address).catch((error) => {
    throw new Error(
      `${address} does not answer (${error.cause?.code ?? error.message}). Start it with: infra/up --real --load`,
    );
  });
  return {
    name: config.server.name,
    url: address,
    wire: config.wire,
    socketUrl: config.socketUrl,
    key: config.key,
    channel: config.channel,
    authUrl: config.authEndpoint && new URL(config.authEndpoint, address).href,
  };
}
