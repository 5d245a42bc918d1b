import { contract } from '../../contract.js';
import { packetOf } from './frame.js';
import { bufferedBytes, drop, isFull, queuedEntries, writePacket } from './receiver.js';

const SWEEP_MS = 250;
const ENTRY_BYTES = 256; // what a queued write costs beside its bytes
const EVENT = 2; // packet type of the Socket.IO protocol

/** @param {string} event @param {unknown} payload */
const encode = (event, payload) => packetOf(EVENT + JSON.stringify([event, payload]));

/**
 * Tells all joined sockets, encoding once, and bounds what a socket that does not read may cost.
 * @param {import('socket.io').Server} io
 * @param {object} parts
 * @param {boolean} parts.gathers false: one plain `io.emit` for each message
 * @param {import('../../log.js').SeldomLog} parts.log
 * @param {import('../metrics.js').Metrics} parts.metrics
 */
export function createFanOut(io, { gathers, log, metrics }) {
  const { messages: messagesEvent } = contract.events;
  let buffered = 0;
  // What a client sends is answered into its buffer too, so that every connection is looked at, joined or not.
  const sweep = setInterval(() => {
    buffered = 0;
    for (const connection of Object.values(/** @type {any} */ (io.engine).clients)) {
      const bytes = bufferedBytes(connection);
      if (isFull(bytes + ENTRY_BYTES * queuedEntries(connection))) refuse(connection);
      else buffered += bytes;
    }
  }, SWEEP_MS).unref();

  /** @param {any} connection */
  function refuse(connection) {
    log.refusal('socket closed: it does not read what it is sent', { address: connection.remoteAddress });
    metrics.countError('receiver_too_slow');
    drop(connection);
  }

  /** @param {string} event @param {unknown} payload @returns {number} receivers */
  function tellAll(event, payload) {
    const packet = encode(event, payload);
    let receivers = 0;
    for (const { conn } of io.sockets.sockets.values()) {
      if (writePacket(conn, packet)) receivers++;
      else refuse(conn);
    }
    return receivers;
  }

  return {
    tellAll,
    /** @param {import('../../chat/messageStore.js').Message[]} messages in id order @returns {number} receivers */
    tellMessages(messages) {
      if (gathers) return tellAll(messagesEvent, { messages });
      for (const message of messages) io.emit(messagesEvent, { messages: [message] });
      return io.sockets.sockets.size;
    },
    bufferedBytes: () => buffered,
    /** Whether anything written has not left yet. */
    hasQueued: () =>
      Object.values(/** @type {any} */ (io.engine).clients).some((connection) => bufferedBytes(connection) > 0),
    close: () => clearInterval(sweep),
  };
}
