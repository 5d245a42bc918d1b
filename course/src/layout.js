import path from 'node:path';
import { ROOT } from '../../load/src/paths.js';
import { readConfig } from '../../load/src/server/contractClient.js';
import { readParts, urlIn } from '../../load/src/server/instance.js';

const CHATS = /** @type {const} */ ([
  ['node', 'Node.js'],
  ['laravel', 'Laravel'],
]);

/**
 * The processes of one chat.
 * @typedef {object} ChatLayout
 * @property {'node' | 'laravel'} name @property {string} title
 * @property {string} url the chat's HTTP address
 * @property {{url: string, pid: number}} loop
 * @property {{pid: number, socket: string} | null} workers pid: php-fpm's; socket: the path of its unix socket
 * @property {boolean} hasLab whether it answers lab calls
 */

/** @param {string} instance one of infra/up @returns {Promise<ChatLayout[]>} its running chats */
export async function findLayout(instance) {
  const parts = await readParts(instance);
  const partOf = (/** @type {string} */ name) => parts.find(({ part }) => part === name);
  const found = await Promise.all(
    CHATS.map(async ([name, title]) => {
      const url = urlIn(name, parts);
      const config = url && (await readConfig(url).catch(() => null));
      const loop = partOf(name === 'node' ? 'node' : 'loop');
      if (!url || !config || !loop?.pid) return [];
      const fpm = name === 'laravel' ? partOf('fpm') : undefined;
      /** @type {ChatLayout} */
      const chat = {
        name,
        title,
        url,
        loop: { url: new URL(config.socketUrl.replace(/^ws/, 'http')).origin, pid: loop.pid },
        // php-fpm's address is that of the pool for lab calls: unix:run/fpm-1.sock.
        workers: fpm?.pid
          ? { pid: fpm.pid, socket: path.join(ROOT, 'var', instance, new URL(fpm.url).pathname) }
          : null,
        hasLab: config.features.includes('lab'),
      };
      return [chat];
    }),
  );
  return found.flat();
}
