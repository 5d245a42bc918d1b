import { once } from 'node:events';
import { createServer } from 'node:net';

/** @import { Server as HttpServer } from 'node:http' */
/** @import { AddressInfo, ListenOptions, Server as NetServer } from 'node:net' */
/** @import { Log } from '../log.js' */

const NOT_OF_THIS_MACHINE = ['EADDRNOTAVAIL', 'EAFNOSUPPORT'];

/** The loopback addresses that a server on this host does not listen on. @param {string} host */
function loopbackBeside(host) {
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
export async function listenElsewhere(server, listen, socket, log) {
  const { port } = /** @type {AddressInfo} */ (server.address());
  /** @type {NetServer[]} */
  const others = [];
  /** @type {ListenOptions[]} */
  const places = [
    ...loopbackBeside(listen.host).map((host) => ({ ...listen, host, port })),
    ...(socket ? [{ path: socket }] : []),
  ];
  for (const place of places) {
    const other = createServer({ allowHalfOpen: true, noDelay: true }, (client) => server.emit('connection', client));
    try {
      await once(other.listen(place), 'listening');
      others.push(other);
    } catch (error) {
      if (!NOT_OF_THIS_MACHINE.includes(/** @type {NodeJS.ErrnoException} */ (error).code ?? '')) throw error;
      log.info({ host: listen.host }, `this machine has no ${place.host}: not listening there`);
    }
  }
  return async () =>
    void (await Promise.all(others.map((other) => new Promise((resolve) => void other.close(resolve)))));
}
