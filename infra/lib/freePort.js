import { createServer } from 'node:net';
import { loopback, portsAt } from './instance.js';

/** @import { ListenOptions, Server } from 'node:net' */

/** Tells whether a port is free on each of these own addresses. @param {number} port @param {...string} hosts */
export async function isFree(port, ...hosts) {
  const servers = await Promise.all(hosts.map((host) => listen({ port, host })));
  for (const server of servers) server?.close();
  return servers.every((server) => server !== null);
}

/** Starts a server at an address; null: another one is there already. @param {ListenOptions} address */
const listen = (address) =>
  /** @type {Promise<Server | null>} */ (
    new Promise((resolve) => {
      const server = createServer().once('error', () => resolve(null));
      server.listen(address, () => resolve(server)).unref();
    })
  );

// People choose lower offsets by hand.
const FIRST_OFFSET = 600;

/**
 * Finds the first of the offsets 600, 610, 620 ... whose ports are all free. An abstract socket (unix(7)) reserves it
 * for this process until it ends.
 */
export async function freeOffset() {
  for (let offset = FIRST_OFFSET; offset < 1000; offset += 10) {
    if ((await listen({ path: `\0chat-twins-offset-${offset}` })) === null) continue;
    const free = await Promise.all(Object.values(portsAt(offset)).map((port) => isFree(port, loopback)));
    if (free.every(Boolean)) return offset;
  }
  throw new Error(`At every offset from ${FIRST_OFFSET} on a port is taken: infra/down stops instances.`);
}
