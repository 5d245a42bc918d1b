import { webSocketOf } from '../../protection/engineConnection.js';
import { isFull } from '../../protection/send.js';
import { packetOf } from './frame.js';

/**
 * Private members of Socket.IO, Engine.IO and ws that are written to. package.json pins the versions.
 * @typedef {any} Connection of Engine.IO
 */

const WEBSOCKET_OPEN = 1;
const ACK = 3; // packet type of the Socket.IO protocol
const UNUSED_HANDSHAKE = Object.freeze({ headers: {}, query: {}, auth: {} });
/** @type {Map<number, () => void>} this server asks clients for no acknowledgements */
const NO_ACKS = new Map();

/**
 * Writes one packet, which receivers may share. A WebSocket with nothing queued in Engine.IO takes the ready-made frame
 * by one write; any other connection takes the usual way, so that order is kept.
 * @param {Connection} connection
 * @param {import('./frame.js').Packet} packet
 * @returns {boolean} false: nothing was written, because too much waits for the receiver
 */
export function writePacket(connection, { text, frame }) {
  const webSocket = webSocketOf(connection);
  if (webSocket && isFull(webSocket.bufferedAmount)) return false;
  const isDirect = webSocket?.readyState === WEBSOCKET_OPEN && connection.writeBuffer.length === 0;
  if (isDirect && connection.readyState === 'open') webSocket._sender.sendFrame([frame]);
  else connection.write(text);
  return true;
}

/**
 * Prepares a socket that joined. It acknowledges by ready-made frames, and releases its request, its own room and its
 * tables of acknowledgements: a quarter of an idle socket's heap.
 * @param {any} socket
 */
export function prepareJoined(socket) {
  const { conn } = socket;
  socket.ack = acknowledgement;
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
 * What Socket.IO hands to the listener of an event whose sender asked for an acknowledgement. Its own way through
 * encoder, queues and events costs twice as much.
 * @this {any} the socket
 * @param {number} id of the client's packet
 * @returns {(answer: unknown) => void} to be called once
 */
function acknowledgement(id) {
  const connection = this.conn;
  return (answer) => void writePacket(connection, packetOf(`${ACK}${id}${JSON.stringify([answer])}`));
}
