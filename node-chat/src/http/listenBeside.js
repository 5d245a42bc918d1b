import { once } from 'node:events';
import { createServer } from 'node:net';

/** By host: the other address that a browser may take for `localhost`. @type {Record<string, string>} */
const BESIDE = { '127.0.0.1': '::1', '::1': '127.0.0.1', '0.0.0.0': '::1' };
const NOT_OF_THIS_MACHINE = ['EADDRNOTAVAIL', 'EAFNOSUPPORT'];

/**
 * Listens on the other address that `localhost` may be. Another program that listened there would get the cookies
 * of this chat's users. Its connections are handed to the HTTP server.
 * @param {import('node:http').Server} server that listens already
 * @param {{ host: string, backlog: number }} first where it listens
 * @param {import('../log.js').Log} log
 * @returns {Promise<() => Promise<void>>} stops listening; resolves once all connections have ended
 * @throws {Error} where another program listens there
 */
export async function listenBeside(server, { host, backlog }, log) {
  const beside = BESIDE[host];
  if (!beside) return async () => {};
  const second = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => server.emit('connection', socket));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  try {
    await once(second.listen({ host: beside, port, backlog }), 'listening');
  } catch (error) {
    if (!NOT_OF_THIS_MACHINE.includes(/** @type {NodeJS.ErrnoException} */ (error).code ?? '')) throw error;
    log.info({ host }, `this machine has no ${beside}: listening on ${host} alone`);
    return async () => {};
  }
  return () => new Promise((resolve) => void second.close(() => resolve()));
}
