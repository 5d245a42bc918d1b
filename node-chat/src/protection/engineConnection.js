/**
 * Private members of Engine.IO and ws that limits look at. package.json pins the versions.
 * @typedef {any} Connection of Engine.IO
 */

/** @param {any} engine @param {any} request @returns {Connection | undefined} the open one that a request names */
export const connectionOf = (engine, { _query: { sid = '' } }) =>
  Object.hasOwn(engine.clients, sid) ? engine.clients[sid] : undefined;

/** The WebSocket; undefined while a client polls. @param {Connection} connection */
export const webSocketOf = (connection) => connection.transport.socket;

/** A WebSocket hears nothing more after a close frame or a broken one. @param {any} webSocket */
export const hears = (webSocket) => webSocket._receiver.writable;

/** @param {Connection} connection @returns {number} bytes queued in Engine.IO and in the socket */
export function bufferedBytes(connection) {
  let bytes = webSocketOf(connection)?.bufferedAmount ?? 0;
  for (const packet of connection.writeBuffer) bytes += bytesOf(packet);
  return bytes;
}

const counted = Symbol('bytes');

/**
 * Counted once: megabytes may wait for a poll, and are looked at all the time.
 * @param {any} packet
 * @returns {number}
 */
const bytesOf = (packet) => (packet[counted] ??= packet.data ? Buffer.byteLength(packet.data) : 0);

/** @param {Connection} connection @returns {number} queued writes, however small */
export const queuedEntries = (connection) =>
  connection.writeBuffer.length + (webSocketOf(connection)?._socket?._writableState.pendingcb ?? 0);

/**
 * Ends a connection at once: a closing handshake would wait behind the queue, and what was read would still be handled.
 * @param {Connection} connection
 */
export function drop(connection) {
  const webSocket = webSocketOf(connection);
  connection.writeBuffer = [];
  connection.close(true);
  webSocket?.terminate();
}
