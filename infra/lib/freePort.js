import { createServer } from 'node:net';
import { createInstance, loopback } from './instance.js';

/**
 * Whether a TCP port is free on each of these addresses of this machine.
 * @param {number} port
 * @param {...string} hosts
 */
export async function isFree(port, ...hosts) {
  const free = await Promise.all(hosts.map((host) => mayListen(port, host)));
  return free.every(Boolean);
}

/** @param {number} port @param {string} host @returns {Promise<boolean>} */
function mayListen(port, host) {
  return new Promise((resolve) => {
    const server = createServer()
      .once('error', () => resolve(false))
      .listen({ port, host }, () => server.close(() => resolve(true)));
  });
}

/**
 * The first of every tenth offset from `from` on whose ports are all free.
 * @param {number} from
 */
export async function freeOffset(from) {
  for (let offset = from; offset < 1000; offset += 10) {
    const { ports } = createInstance('any', { offset });
    const free = await Promise.all(Object.values(ports).map((port) => isFree(port, loopback)));
    if (free.every(Boolean)) return offset;
  }
  throw new Error(`At every offset from ${from} on a port is taken, as by another run of the tests.`);
}
