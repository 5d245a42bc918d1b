// Nobody pipelines that many; a chunk of 64 KiB holds thousands.
const WAITING_MAX = 100;

/** Of a connection: undefined while it is idle, else the requests that wait for the answer under way. */
const waiting = Symbol('requests that wait');
/** @type {readonly [import('node:http').IncomingMessage, import('node:http').ServerResponse][]} */
const NONE = Object.freeze([]);

/**
 * Serves the requests of a connection one after the other, the next when the kernel has taken the whole answer to the last.
 * Node.js hands over all requests that a client has pipelined at once, and keeps their answers however many they are.
 * @param {import('node:http').Server} server with all its listeners
 */
export function serveInTurn(server) {
  const listeners = server.listeners('request');
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const socket = /** @type {any} */ (request.socket);
    const others = socket[waiting];
    if (others === undefined) return serve(socket, request, response);
    if (others.length >= WAITING_MAX) return void socket.destroy();
    if (others === NONE) socket[waiting] = [[request, response]];
    else others.push([request, response]);
  });

  /** @param {any} socket @param {import('node:http').IncomingMessage} request @param {import('node:http').ServerResponse} response */
  function serve(socket, request, response) {
    socket[waiting] ??= NONE;
    response.on('close', onClose);
    for (const listener of listeners) listener.call(server, request, response);
  }

  /** @this {import('node:http').ServerResponse} */
  function onClose() {
    const socket = /** @type {any} */ (this.req.socket);
    const others = socket[waiting];
    if (others === NONE || others.length === 0 || socket.destroyed) {
      socket[waiting] = undefined;
    } else {
      const [request, response] = others.shift();
      serve(socket, request, response);
    }
  }
}
