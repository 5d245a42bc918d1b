import { contract } from '../../contract.js';

const { receiverBufferMaxBytes } = contract.limits;
const WEBSOCKET_OPEN = 1;

/**
 * A connection of engine.io; what is private in it is touched in this file alone.
 * @typedef {any} Connection
 */

/**
 * Writes one packet, which receivers may share. A WebSocket with nothing queued in engine.io takes the ready-made frame by
 * one write, past the queues and events that engine.io spends on each packet; any other connection takes the usual way.
 * @param {Connection} connection
 * @param {import('./frame.js').Packet} packet
 * @returns {boolean} false: nothing was written, because the receiver has more waiting for it than it may
 */
export function writePacket(connection, { text, frame }) {
  const webSocket = connection.transport.socket; // only the WebSocket transport has one
  if (webSocket && isFull(webSocket.bufferedAmount)) return false;
  const direct = webSocket?.readyState === WEBSOCKET_OPEN && connection.writeBuffer.length === 0;
  if (direct && connection.readyState === 'open') webSocket._sender.sendFrame([frame]);
  else connection.write(text);
  return true;
}

/** @param {number} bytes that wait for a receiver */
export const isFull = (bytes) => bytes > receiverBufferMaxBytes;

/**
 * Bytes written to a connection that the kernel has not taken: in engine.io's queue and in the socket's.
 * @param {Connection} connection
 * @returns {number}
 */
export function bufferedBytes(connection) {
  let bytes = connection.transport.socket?.bufferedAmount ?? 0;
  for (const packet of connection.writeBuffer) bytes += bytesOf(packet);
  return bytes;
}

/** Of a packet in engine.io's queue. */
const counted = Symbol('its bytes');

/** Counted once: a poll that nobody comes for has megabytes waiting, and is looked at all the time. @param {any} packet */
const bytesOf = (packet) => (packet[counted] ??= packet.data ? Buffer.byteLength(packet.data) : 0);

/**
 * Writes to a connection that the kernel has not taken, however small.
 * @param {Connection} connection
 * @returns {number}
 */
export function queuedEntries({ transport, writeBuffer }) {
  return writeBuffer.length + (transport.socket?._socket?._writableState.pendingcb ?? 0);
}

/**
 * Ends a connection now, with whatever is queued for it, and hears nothing of it any more: a closing handshake would wait
 * behind the queue, and the rest of what has been read would still be listened to.
 * @param {Connection} connection
 */
export function drop(connection) {
  const webSocket = connection.transport.socket;
  connection.writeBuffer = [];
  connection.close(true);
  webSocket?.terminate();
}
