/**
 * Closes a connection that sends a request before the last one is answered. No browser does that, and Node.js would
 * buffer any number of answers.
 * @param {import('node:http').Server} server with all its listeners
 */
export function refusePipelining(server) {
  const answer = server.listeners('request');
  /** @type {WeakSet<import('node:net').Socket>} */
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
