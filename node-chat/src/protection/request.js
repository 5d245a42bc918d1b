import { takeTurns } from './requestTurns.js';

// Nobody pipelines that many, and each costs as much as a small page to parse.
const WAITING_MAX = 32;

/** @typedef {[import('node:http').IncomingMessage, import('node:http').ServerResponse]} RequestAndResponse */

/** Of a connection: undefined while it is idle, else the requests that wait for the answer under way. */
const waiting = Symbol('requests that wait');
/** @type {readonly RequestAndResponse[]} */
const NONE = Object.freeze([]);

/** Whether a connection has as many requests waiting as it may. @param {import('node:net').Socket} socket */
export const isOverfull = (socket) => /** @type {any} */ (socket)[waiting]?.length >= WAITING_MAX;

/**
 * The door of requests: serves those of a connection one after the other, the next when the kernel has taken the whole
 * answer to the last; connections take turns (requestTurns.js). Node.js hands over all requests that a client has
 * pipelined at once, and keeps their answers however many they are. A connection with too many is closed before the
 * rest of what it sent is parsed (wire/http/upgradable.js).
 * @param {import('node:http').Server} server with all its listeners
 * @param {(request: import('node:http').IncomingMessage) => string} addressOf the key of the client's address
 */
export function guardRequests(server, addressOf) {
  const turns = takeTurns(/** @type {(...request: RequestAndResponse) => void} */ (takeOver(server, 'request')), {
    isExpensive: isPage,
    whose: addressOf,
    isGone: ({ socket }) => socket.destroyed,
  });
  server.on('connection', turns.accepted);
  server.on('request', (request, response) => {
    const socket = /** @type {any} */ (request.socket);
    const others = socket[waiting];
    if (others === undefined) return serve(socket, request, response);
    if (others === NONE) socket[waiting] = [[request, response]];
    else others.push([request, response]);
  });
  const upgrade = takeOver(server, 'upgrade');
  server.on('upgrade', (request, socket, head) => {
    if (isOverfull(request.socket)) socket.destroy();
    else upgrade(request, socket, head);
  });

  /** @param {any} socket @param {RequestAndResponse} request */
  function serve(socket, ...request) {
    socket[waiting] ??= NONE;
    request[1].on('close', onClose);
    turns.begin(...request);
  }

  /** @this {import('node:http').ServerResponse} */
  function onClose() {
    const socket = /** @type {any} */ (this.req.socket);
    const others = socket[waiting];
    if (others.length === 0 || socket.destroyed) socket[waiting] = undefined;
    else serve(socket, .../** @type {RequestAndResponse} */ (others.shift()));
  }
}

/**
 * A page of messages: sending does not wait for those who read.
 * @param {import('node:http').IncomingMessage} request
 */
const isPage = ({ method, url }) => (method === 'GET' || method === 'HEAD') && /^\/messages(\?|$)/.test(url ?? '');

/**
 * @param {import('node:http').Server} server
 * @param {'request' | 'upgrade'} event
 * @returns {(...args: any[]) => void} what its listeners did so far
 */
function takeOver(server, event) {
  const listeners = server.listeners(event);
  server.removeAllListeners(event);
  return (...args) => {
    for (const listener of listeners) listener.apply(server, args);
  };
}
