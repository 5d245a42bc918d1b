import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runningServer } from '../../../load/src/chat/target.js';
import { partsOf } from '../../../load/src/machine/installation.js';
import { portOwners } from '../../../load/src/machine/portOwner.js';

/**
 * Who serves what, now.
 * @typedef {object} ChatLayout
 * @property {'node' | 'laravel'} name @property {string} title
 * @property {string} url of its HTTP
 * @property {{url: string, pid: number | null}} loop pid: null where it is not on this machine
 * @property {{pid: number} | null} front nginx, where it has one
 * @property {{pid: number, at: string} | null} workers pid: of the process whose children they are; at: prefix of the
 *   unix sockets behind which they serve
 */

const VAR = fileURLToPath(new URL('../../../var', import.meta.url));

/** @type {Array<{name: 'node' | 'laravel', title: string}>} */
const CHATS = [
  { name: 'node', title: 'Node.js' },
  { name: 'laravel', title: 'Laravel' },
];

/**
 * @param {{instance: string, addresses?: Record<string, string>}} where addresses: of targets that are not the instance's
 * @returns {Promise<ChatLayout[]>} of the chats that run
 */
export async function findLayout({ instance, addresses = {} }) {
  const parts = await partsOf(instance);
  const found = await Promise.all(
    CHATS.map(async ({ name, title }) => {
      const server = await runningServer(name, { instance, addresses, parts });
      if (!server) return [];
      const { url, config } = server;
      const here = addresses[name] === undefined ? parts : [];
      const pidOf = (/** @type {string} */ part) => here.find((one) => one.part === part)?.pid ?? null;
      const loopUrl = config.socketUrl.replace(/^ws/, 'http').replace(/\/+$/, '');
      const loopPid = pidOf(name === 'node' ? 'node' : 'loop') ?? ownerOf(loopUrl);
      const [nginx, fpm] = name === 'laravel' ? [pidOf('nginx'), pidOf('fpm')] : [null, null];
      /** @type {ChatLayout} */
      const chat = {
        ...{ name, title, url, loop: { url: new URL(loopUrl).origin, pid: loopPid } },
        front: nginx === null ? null : { pid: nginx },
        workers: fpm === null ? null : { pid: fpm, at: path.join(VAR, instance, 'run', 'fpm-') },
      };
      return [chat];
    }),
  );
  return found.flat();
}

/** @param {string} url @returns {number | null} */
const ownerOf = (url) => portOwners(Number(new URL(url).port))[0] ?? null;
