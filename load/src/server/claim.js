import { once } from 'node:events';
import net from 'node:net';
import os from 'node:os';

/** @type {Set<string>} */
const claimed = new Set();

/**
 * Claims a server for this process: two load runs at once would each measure the other. The claim is an abstract socket
 * of the kernel (unix(7)), so it ends with the process.
 * @param {string} url the server's
 * @returns {Promise<void>}
 * @throws {Error} if another process has claimed it
 */
export async function claim(url) {
  const { host, port, protocol } = new URL(url);
  // This machine has several host names, so its claims name only the port.
  const name = isOfThisMachine(url) ? `${protocol}${port}` : host;
  if (claimed.has(name)) return;
  const socket = net.createServer().unref().listen(`\0chat-load-${name}`);
  await once(socket, 'listening').catch((error) => {
    if (error.code !== 'EADDRINUSE') throw error;
    throw new Error(`Another load run is at ${url}: wait for it, or end it.`);
  });
  claimed.add(name);
}

/** @param {string} url @returns {boolean} whether its host is this machine */
export function isOfThisMachine(url) {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  const ownAddresses = Object.values(os.networkInterfaces()).flatMap((addresses = []) =>
    addresses.map(({ address }) => address),
  );
  return host === 'localhost' || ownAddresses.includes(host);
}
