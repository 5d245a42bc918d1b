/** @import { Server as HttpServer } from 'node:http' */
/** @import { Socket as NetSocket } from 'node:net' */

/**
 * Closes a connection that sends a request before the last one is answered. No browser does that, and Node.js would
 * buffer any number of answers.
 * @param {HttpServer} server with all its listeners
 */
export function refusePipelining(server) {
  const listeners = server.listeners('request');
  /** @type {WeakSet<NetSocket>} */
  const busySockets = new WeakSet();
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const { socket } = request;
    if (busySockets.has(socket)) return void socket.destroy();
    busySockets.add(socket);
    response.once('close', () => busySockets.delete(socket));
    for (const listener of listeners) listener.call(server, request, response);
  });
}
