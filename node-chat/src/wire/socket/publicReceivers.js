import { acceptWebSockets } from './acceptWebSockets.js';
import { isFull } from './receivers.js';
import { LOOKED_AT_MS, UNREAD_MAX_BYTES } from './webSocketLimits.js';

/** @typedef {import('./byteAllowance.js').ByteAllowance} ByteAllowance */

/**
 * @typedef {object} Queue of a connection
 * @property {any} webSocket of ws; null while it polls
 * @property {any} next the WebSocket that it goes on by, if that comes about
 * @property {number} bytes that wait in Engine.IO
 * @property {number} entries that wait there
 * @property {number} flushed entries that Engine.IO gave to the WebSocket last
 */

const HEADER_BYTES = 6; // of a client's short frame

/**
 * Tells by the public API of Socket.IO, Engine.IO and ws alone: a fallback, which takes a third more CPU per delivery
 * than directReceivers.js (README.md). It handles all of a chunk that was read, 64 KiB at most, even where its sender
 * has used up the allowance: only what comes after that chunk waits.
 * @param {any} engine of Engine.IO, not listening yet
 * @param {{ rateLimits: boolean, connections: Map<string, any> }} options connections: the open ones, by their ids
 * @returns {import('./receivers.js').Receivers}
 */
export function createPublicReceivers(engine, options) {
  /** @type {WeakMap<import('node:http').IncomingMessage, { webSocket: any, allowance: ByteAllowance | null }>} */
  const handshakes = new WeakMap();
  /** @type {WeakMap<any, Queue>} by connection */
  const queues = new WeakMap();
  /** @type {Map<any, ByteAllowance | null>} of WebSockets that are not read from */
  const held = new Map();
  const look = setInterval(() => {
    for (const [webSocket, allowance] of held) {
      if (webSocket.readyState === webSocket.OPEN && !mayRead(webSocket, allowance)) continue;
      held.delete(webSocket);
      webSocket.resume();
    }
  }, LOOKED_AT_MS).unref();

  acceptWebSockets(engine, options, (webSocket, { request, allowance, known }) => {
    const spend = (/** @type {Buffer} */ data) => {
      allowance?.spend(data.length + HEADER_BYTES, 1);
      if (held.has(webSocket) || mayRead(webSocket, allowance)) return;
      held.set(webSocket, allowance);
      webSocket.pause();
    };
    for (const event of ['message', 'ping', 'pong']) webSocket.on(event, spend);
    webSocket.on('ping', (/** @type {Buffer} */ data) => webSocket.pong(data, false, () => {}));
    handshakes.set(request, { webSocket, allowance });
    const queue = known && queues.get(known);
    if (queue && !known.upgrading && !known.upgraded) queue.next = webSocket;
    return webSocket;
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
      const { webSocket = null } = handshakes.get(connection.request) ?? {};
      /** @type {Queue} */
      const queue = { webSocket, next: null, bytes: 0, entries: 0, flushed: 0 };
      queues.set(connection, queue);
      connection.on('packetCreate', (/** @type {{ data?: string | Buffer }} */ { data }) => {
        queue.bytes += data ? Buffer.byteLength(data) : 0;
        queue.entries++;
      });
      connection.on('flush', () => {
        queue.flushed = queue.entries;
        queue.bytes = queue.entries = 0;
      });
      connection.on('upgrade', () => (queue.webSocket = queue.next));
    },
    allowanceOf: (connection) => handshakes.get(connection.request)?.allowance ?? undefined,
    joined() {},
    tell(io, event, payload, refuse) {
      for (const { conn } of io.sockets.sockets.values()) if (isFull(bufferedBytes(conn))) refuse(conn);
      io.emit(event, payload);
      return io.sockets.sockets.size;
    },
    bufferedBytes,
    queuedEntries(connection) {
      const { entries, flushed, webSocket } = queueOf(connection);
      return entries + (webSocket?.bufferedAmount ? flushed : 0);
    },
    drop,
    close: () => clearInterval(look),
  };
}

/** @param {any} webSocket @param {ByteAllowance | null} allowance */
const mayRead = (webSocket, allowance) => webSocket.bufferedAmount <= UNREAD_MAX_BYTES && !allowance?.waitMs;
