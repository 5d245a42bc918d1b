import { once } from 'node:events';
import { createServer } from 'node:net';

/** @import { Server as HttpServer } from 'node:http' */
/** @import { AddressInfo, ListenOptions, Server as NetServer } from 'node:net' */
/** @import { Log } from '../log.js' */

const ADDRESS_MISSING = ['EADDRNOTAVAIL', 'EAFNOSUPPORT'];

/** The loopback addresses that a server on this host does not listen on. @param {string} host */
function otherLoopbackAddresses(host) {
  if (host === '::') return []; // on Linux it covers IPv4 too
  return ['127.0.0.1', '::1'].filter((address) => address !== (host === '0.0.0.0' ? '127.0.0.1' : host));
}

/**
 * Listens also on loopback, on both addresses of `localhost`: another program there would get the cookies of this
 * chat's users. And on the unix socket of this process, if it has one. The HTTP server handles the connections.
 * @param {HttpServer} server that listens already
 * @param {{ host: string, backlog: number, reusePort: boolean }} listen options of `server`
 * @param {string | null} socket path
 * @param {Log} log
 * @returns {Promise<() => Promise<void>>} stops listening; resolves when all connections have ended
 * @throws {Error} if another program listens there
 */
export async function addListeners(server, listen, socket, log) {
  const { port } = /** @type {AddressInfo} */ (server.address());
  /** @type {NetServer[]} */
  const listeners = [];
  /** @type {ListenOptions[]} */
  const addresses = [
    ...otherLoopbackAddresses(listen.host).map((host) => ({ ...listen, host, port })),
    ...(socket ? [{ path: socket }] : []),
  ];
  for (const address of addresses) {
    const listener = createServer({ allowHalfOpen: true, noDelay: true }, (client) =>
      server.emit('connection', client),
    );
    try {
      await once(listener.listen(address), 'listening');
      listeners.push(listener);
    } catch (error) {
      if (!ADDRESS_MISSING.includes(/** @type {NodeJS.ErrnoException} */ (error).code ?? '')) throw error;
      log.info({ host: listen.host }, `this machine has no ${address.host}: not listening there`);
    }
  }
  return async () =>
    void (await Promise.all(listeners.map((listener) => new Promise((resolve) => void listener.close(resolve)))));
}
