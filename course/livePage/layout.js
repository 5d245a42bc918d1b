import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readConfig } from '../../load/src/server/http.js';
import { urlIn } from '../../load/src/server/target.js';
import { readTarget } from '../../load/src/server/targets.js';
import { partsOf } from '../../load/src/machine/installation.js';
import { portOwners } from '../../load/src/machine/portOwner.js';

const VAR = fileURLToPath(new URL('../../var', import.meta.url));
const CHATS = /** @type {const} */ ([
  ['node', 'Node.js'],
  ['laravel', 'Laravel'],
]);

/**
 * Who serves what.
 * @typedef {object} ChatLayout
 * @property {'node' | 'laravel'} name @property {string} title
 * @property {string} url of its HTTP
 * @property {{url: string, pid: number | null}} loop pid: null where it is not on this machine
 * @property {{pid: number, sockets: string} | null} workers pid: php-fpm's; sockets: what the paths of its unix sockets
 *   begin with
 * @property {boolean} hasLab whether it answers lab calls
 */

/**
 * @param {{instance: string, addresses?: Record<string, string>}} where addresses: of chats that are not the instance's
 * @returns {Promise<ChatLayout[]>} of the chats that run now
 */
export async function findLayout({ instance, addresses = {} }) {
  const parts = await partsOf(instance);
  const found = await Promise.all(
    CHATS.map(async ([name, title]) => {
      const server = await runningServer(name, { instance, addresses, parts });
      if (!server) return [];
      const { url, config } = server;
      const pidOf = (/** @type {string} */ part) =>
        addresses[name] === undefined ? (parts.find((one) => one.part === part)?.pid ?? null) : null;
      const loopUrl = new URL(config.socketUrl.replace(/^ws/, 'http'));
      const fpm = name === 'laravel' ? pidOf('fpm') : null;
      /** @type {ChatLayout} */
      const chat = {
        ...{ name, title, url },
        loop: {
          url: loopUrl.origin,
          pid: pidOf(name === 'node' ? 'node' : 'loop') ?? portOwners(Number(loopUrl.port))[0] ?? null,
        },
        workers: fpm === null ? null : { pid: fpm, sockets: path.join(VAR, instance, 'run', 'fpm-') },
        hasLab: await fetch(`${url}/lab`).then(
          ({ ok }) => ok,
          () => false,
        ),
      };
      return [chat];
    }),
  );
  return found.flat();
}

/**
 * @param {string} name of a target
 * @param {Parameters<typeof findLayout>[0] & {parts: Awaited<ReturnType<typeof partsOf>>}} where
 * @returns {Promise<{url: string, config: any} | null>} config: what it says of itself; null where nobody serves it
 */
async function runningServer(name, { instance, addresses = {}, parts }) {
  const { address, chat } = readTarget(name);
  const url = addresses[name] ?? urlIn(name, parts) ?? (instance === 'dev' ? address : undefined);
  const config = url === undefined ? null : await readConfig(url).catch(() => null);
  return url !== undefined && config?.name === chat ? { url, config } : null;
}
