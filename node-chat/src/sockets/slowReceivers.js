import { contract } from '../contract.js';

/** @import { Server } from 'socket.io' */

const { receiverBufferMaxBytes } = contract.limits;

// A waiting packet takes this much memory in addition to its text.
const PACKET_BYTES = 256;
const SWEEP_MS = 1000;

/** @typedef {any} Connection of Engine.IO */

/**
 * Closes the sockets of receivers that do not read. Engine.IO's `drain` means that the transport has taken all packets.
 * A WebSocket's `bufferedAmount` counts the bytes that the kernel has not taken yet. Only `transport.socket` leads to
 * the WebSocket, and Engine.IO's types declare it private: look here after an update of engine.io.
 * @param {Server['engine']} engine
 * @param {() => void} onClosed
 */
export function closeSlowReceivers(engine, onClosed) {
  /** @type {Map<Connection, number>} bytes that the connection's transport has not taken */
  const waitingBytes = new Map();
  let [lastData, lastBytes] = ['', 0];

  engine.on('connection', (/** @type {Connection} */ connection) => {
    waitingBytes.set(connection, 0);
    connection.on('packetCreate', onPacket);
    connection.on('drain', onDrain);
    connection.on('close', onClose);
  });
  // ws answers a client's pings by itself: the pongs fill the WebSocket's buffer without a packet of Engine.IO.
  const sweep = setInterval(() => {
    for (const connection of waitingBytes.keys()) closeIfFull(connection);
  }, SWEEP_MS).unref();

  /** @this {Connection} @param {{ data?: string | Buffer }} packet */
  function onPacket(packet) {
    waitingBytes.set(this, (waitingBytes.get(this) ?? 0) + PACKET_BYTES + bytesOf(packet.data));
    closeIfFull(this);
  }

  /** Measures the text of a broadcast once for all receivers. @param {string | Buffer} [data] */
  function bytesOf(data) {
    if (typeof data !== 'string') return data?.length ?? 0;
    if (data !== lastData) [lastData, lastBytes] = [data, Buffer.byteLength(data)];
    return lastBytes;
  }

  /** @this {Connection} */
  function onDrain() {
    waitingBytes.set(this, 0);
  }

  /** @this {Connection} */
  function onClose() {
    waitingBytes.delete(this);
  }

  /** @param {Connection} connection */
  function closeIfFull(connection) {
    if (bufferedBytes(connection) <= receiverBufferMaxBytes) return;
    const webSocket = connection.transport.socket;
    connection.close(true);
    webSocket?.terminate(); // a closing handshake would wait behind the unread bytes
    onClosed();
  }

  /** @param {Connection} connection */
  function bufferedBytes(connection) {
    return (waitingBytes.get(connection) ?? 0) + (connection.transport.socket?.bufferedAmount ?? 0);
  }

  return {
    /** Bytes that wait for all receivers. */
    bufferedBytes() {
      let bytes = 0;
      for (const connection of waitingBytes.keys()) bytes += bufferedBytes(connection);
      return bytes;
    },
    close: () => clearInterval(sweep),
  };
}
