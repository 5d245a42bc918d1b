/** @import { Server as HttpServer } from 'node:http' */
/** @import { Socket as NetSocket } from 'node:net' */

/**
 * Closes a connection that sends a request before the last one is answered. No browser does that, and Node.js would
 * buffer any number of answers.
 * @param {HttpServer} server with all its listeners
 */
export function refusePipelining(server) {
  const answer = server.listeners('request');
  /** @type {WeakSet<NetSocket>} */
  const busy = new WeakSet();
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const { socket } = request;
    if (busy.has(socket)) return void socket.destroy();
    busy.add(socket);
    response.once('close', () => busy.delete(socket));
    for (const listener of answer) listener.call(server, request, response);
  });
}
