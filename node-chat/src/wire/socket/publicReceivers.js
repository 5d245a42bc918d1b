import { acceptWebSockets } from './acceptWebSockets.js';
import { GatedWebSocket } from './gatedWebSocket.js';
import { isFull } from './receivers.js';
import { LOOKED_AT_MS } from './webSocketLimits.js';

/**
 * @typedef {object} Queue of a connection
 * @property {GatedWebSocket | null} webSocket null while it polls
 * @property {GatedWebSocket | null} next what it goes on by, if that comes about
 * @property {number} bytes that wait in Engine.IO
 * @property {number} entries
 */

/**
 * Tells by the public API of Socket.IO, Engine.IO and ws alone, at several times the cost of directReceivers.js.
 * @param {any} engine of Engine.IO, not listening yet
 * @param {{ rateLimits: boolean, connections: Map<string, any> }} options connections: those that are open, by their ids
 * @returns {import('./receivers.js').Receivers}
 */
export function createPublicReceivers(engine, options) {
  /** @type {WeakMap<import('node:http').IncomingMessage, GatedWebSocket>} by the request that asked for it */
  const webSockets = new WeakMap();
  /** @type {WeakMap<any, Queue>} by connection */
  const queues = new WeakMap();
  /** @type {Set<GatedWebSocket>} those that are not read from */
  const held = new Set();
  const look = setInterval(() => {
    for (const one of held) if (one.resumeWhenDue()) held.delete(one);
  }, LOOKED_AT_MS).unref();

  acceptWebSockets(engine, options, (webSocket, { request, socket, allowance, known }) => {
    const gated = new GatedWebSocket(webSocket, socket, allowance, (one) => held.add(one));
    webSockets.set(request, gated);
    const queue = known && queues.get(known);
    if (queue && !known.upgrading && !known.upgraded) queue.next = gated;
    return gated;
  });

  /** @param {any} connection @returns {Queue} */
  const queueOf = (connection) => /** @type {Queue} */ (queues.get(connection));

  /** @param {any} connection @returns {number} */
  function bufferedBytes(connection) {
    const { bytes, webSocket } = queueOf(connection);
    return bytes + (webSocket?.bufferedAmount ?? 0);
  }

  /** @param {any} connection */
  function drop(connection) {
    const { webSocket, next } = queueOf(connection);
    connection.close(true);
    webSocket?.terminate();
    next?.terminate();
  }

  return {
    add(connection) {
      /** @type {Queue} */
      const queue = { webSocket: webSockets.get(connection.request) ?? null, next: null, bytes: 0, entries: 0 };
      queues.set(connection, queue);
      connection.on('packetCreate', (/** @type {{ data?: string | Buffer }} */ { data }) => {
        queue.bytes += data ? Buffer.byteLength(data) : 0;
        queue.entries++;
      });
      connection.on('flush', () => (queue.bytes = queue.entries = 0));
      connection.on('upgrade', () => (queue.webSocket = queue.next));
    },
    allowanceOf: (connection) => webSockets.get(connection.request)?.allowance ?? undefined,
    joined() {},
    tell(io, event, payload, refuse) {
      for (const { conn } of [...io.sockets.sockets.values()]) if (isFull(bufferedBytes(conn))) refuse(conn);
      io.emit(event, payload);
      return io.sockets.sockets.size;
    },
    bufferedBytes,
    queuedEntries(connection) {
      const { entries, webSocket } = queueOf(connection);
      return entries + (webSocket?.pending ?? 0);
    },
    drop,
    close: () => clearInterval(look),
  };
}
