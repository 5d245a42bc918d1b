import { createServices } from './createServices.js';
import { createHttp } from './http/createHttp.js';
import { addListeners } from './http/addListeners.js';
import { refusePipelining } from './http/refusePipelining.js';
import { createLog } from './log.js';
import { oneProcess } from './oneProcess.js';
import { createSocketServer } from './sockets/createSocketServer.js';
import { createFanOut } from './sockets/fanOut.js';
import { serveSockets } from './sockets/serveSockets.js';
import { openStore } from './store/openStore.js';

/** @import { AddressInfo } from 'node:net' */
/** @import { Config } from './config.js' */

// The kernel holds so many connections until they are accepted, since a flood arrives all at once.
const BACKLOG = 4096;
const REQUESTS_END_MS = 2000;

/**
 * Builds and starts the whole chat on one port.
 * @param {Config} config
 * @returns {Promise<{ url: string, close: () => Promise<void> }>} close: stops accepting, finishes stores and
 *   broadcasts under way, closes sockets and store
 */
export async function createApp(config) {
  const log = createLog(config.logLevel);
  const cluster = config.redisUrl
    ? (await import('./cluster/openCluster.js')).openCluster(config.redisUrl, config.mongodbUri, log)
    : oneProcess;
  const store = await openStore(config, log, cluster.peers);
  const io = createSocketServer(config);
  const services = createServices(config, log, store, createFanOut(io, log), cluster);
  const { messageQueue, storedMessages, changeQueue, storedChanges, presence, typing, metrics, origins } = services;
  const http = await createHttp(services);
  const sockets = serveSockets(io, http.server, services);
  metrics.watch({ connections: sockets.count, online: () => presence.count, bufferedBytes: sockets.bufferedBytes });

  cluster.start(services);
  refusePipelining(http.server);
  // Several processes of a host share a port: Linux spreads the connections.
  const listen = { host: config.host, backlog: BACKLOG, reusePort: config.redisUrl !== null };
  await http.listen({ ...listen, port: config.port });
  const { port } = /** @type {AddressInfo} */ (http.server.address());
  origins.allowPort(port);
  const closeListeners = await addListeners(http.server, listen, config.healthSocket, log);
  const url = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`;
  log.info({ url, store: config.mongodbUri ? 'mongodb' : config.data }, 'listening');

  async function close() {
    http.server.close();
    const listenersClosed = closeListeners();
    await Promise.all([messageQueue.close(), changeQueue.close()]);
    storedMessages.close();
    storedChanges.close();
    await sockets.close();
    // Cuts off requests that their clients never finish.
    const cutOffTimer = setTimeout(() => http.server.closeAllConnections(), REQUESTS_END_MS);
    await Promise.all([http.close(), listenersClosed]);
    clearTimeout(cutOffTimer);
    for (const service of [presence, typing, metrics]) service.close();
    await cluster.close();
    await store.close();
    log.info('stopped');
  }

  return { url, close };
}
