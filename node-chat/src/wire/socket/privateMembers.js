import { packetOf } from './frame.js';
import { isFull } from './receivers.js';

/**
 * All that is touched of the private members of Socket.IO, Engine.IO and ws. It was written for the versions in
 * knownVersions.js; with others publicReceivers.js takes over.
 */

const WEBSOCKET_OPEN = 1;
const ACK = 3; // packet type of the Socket.IO protocol
const UNUSED_HANDSHAKE = Object.freeze({ headers: {}, query: {}, auth: {} });
/** @type {Map<number, () => void>} this server asks clients for no acknowledgements */
const NO_ACKS = new Map();

/** @typedef {any} Connection of Engine.IO */

/**
 * Writes one packet, which receivers may share. A WebSocket with nothing queued in Engine.IO takes the ready-made frame by
 * one write, past the queues and events that Engine.IO spends on each packet; any other connection takes the usual way.
 * @param {Connection} connection
 * @param {import('./frame.js').Packet} packet
 * @returns {boolean} false: nothing was written, because the receiver has more waiting for it than it may
 */
export function writePacket(connection, { text, frame }) {
  const webSocket = webSocketOf(connection);
  if (webSocket && isFull(webSocket.bufferedAmount)) return false;
  const direct = webSocket?.readyState === WEBSOCKET_OPEN && connection.writeBuffer.length === 0;
  if (direct && connection.readyState === 'open') webSocket._sender.sendFrame([frame]);
  else connection.write(text);
  return true;
}

/** @param {Connection} connection @returns {number} that the kernel has not taken: in Engine.IO's queue and in the socket's */
export function bufferedBytes(connection) {
  let bytes = webSocketOf(connection)?.bufferedAmount ?? 0;
  for (const packet of connection.writeBuffer) bytes += bytesOf(packet);
  return bytes;
}

/** Of a packet in Engine.IO's queue. */
const counted = Symbol('its bytes');

/** Counted once: a poll that nobody comes for has megabytes waiting, and is looked at all the time. @param {any} packet @returns {number} */
const bytesOf = (packet) => (packet[counted] ??= packet.data ? Buffer.byteLength(packet.data) : 0);

/** @param {Connection} connection @returns {number} writes to it that the kernel has not taken, however small */
export const queuedEntries = (connection) =>
  connection.writeBuffer.length + (webSocketOf(connection)?._socket?._writableState.pendingcb ?? 0);

/**
 * Ends a connection now, with whatever is queued for it, and hears nothing of it any more: a closing handshake would wait
 * behind the queue, and the rest of what has been read would still be listened to.
 * @param {Connection} connection
 */
export function drop(connection) {
  const webSocket = webSocketOf(connection);
  connection.writeBuffer = [];
  connection.close(true);
  webSocket?.terminate();
}

/**
 * Lets a socket acknowledge by one ready-made frame, as events go out: Socket.IO's own way through its encoder, queues and
 * events costs twice as much.
 * @param {any} socket
 */
export function acknowledgeByFrame(socket) {
  socket.ack = acknowledgement;
}

/**
 * What Socket.IO hands to the listener of an event whose sender asked for an acknowledgement.
 * @this {any} the socket
 * @param {number} id of the client's packet
 * @returns {(answer: unknown) => void} to be called once
 */
function acknowledgement(id) {
  const connection = this.conn;
  return (answer) => void writePacket(connection, packetOf(`${ACK}${id}${JSON.stringify([answer])}`));
}

/**
 * Lets go of what Socket.IO keeps for each socket and this chat does not use: the request with its headers, a room of its
 * own, tables of acknowledgements. It is a quarter of what an idle socket holds on the heap.
 * @param {any} socket that joined
 */
export function releaseUnused(socket) {
  const { conn } = socket;
  conn.request = null;
  socket.handshake = UNUSED_HANDSHAKE;
  socket.acks = NO_ACKS;
  socket.leaveAll();
  const webSocket = webSocketOf(conn);
  for (const listener of webSocket?.listeners('error') ?? []) {
    // Left over from the handshake, with the request in its scope.
    if (listener.name === 'onUpgradeError') webSocket.off('error', listener);
  }
}

/**
 * Takes over what a socket hears, before its WebSocket does.
 * @param {import('node:net').Socket} socket of a WebSocket that has just shaken hands
 * @param {(this: import('node:net').Socket, chunk: Buffer) => void} onChunk
 * @returns {(chunk: Buffer) => void} the WebSocket's own listener
 */
export function takeOverReading(socket, onChunk) {
  const [take] = /** @type {((chunk: Buffer) => void)[]} */ (socket.listeners('data'));
  socket.off('data', take);
  socket.on('data', onChunk);
  return take;
}

/** Whether a WebSocket still takes what is read: after a close frame or a broken one it hears nothing more. @param {any} webSocket */
export const hears = (webSocket) => webSocket._receiver.writable;

/** Only the WebSocket transport has one. @param {Connection} connection */
const webSocketOf = (connection) => connection.transport.socket;
