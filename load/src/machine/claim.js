import net from 'node:net';
import { isOfThisMachine } from './installation.js';

/** @type {Set<string>} */
const claimed = new Set();

/**
 * Claims a server for this process: two load runs at once would each measure the other.
 * @param {string} url of the server @returns {Promise<void>} @throws {Error} where another process has it
 */
export async function claim(url) {
  const { host, port, protocol } = new URL(url);
  // This machine has several names.
  const server = isOfThisMachine(url) ? `${protocol}${port}` : host;
  if (!claimed.has(server) && !(await claimName(server)))
    throw new Error(`Another load run is at ${url}: wait for it, or end it.`);
  claimed.add(server);
}

/**
 * The claim is an abstract socket of the kernel (unix(7)), so it ends with the process.
 * @param {string} name
 * @returns {Promise<(() => void) | null>} gives it up; null: another process of this machine has it
 */
export function claimName(name) {
  return new Promise((resolve) => {
    const server = net.createServer().unref();
    server.once('error', () => resolve(null));
    server.listen(`\0chat-load-${name}`, () => resolve(() => server.close()));
  });
}
