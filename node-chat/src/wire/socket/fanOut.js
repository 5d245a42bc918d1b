import { contract } from '../../contract.js';
import { isFull } from './receivers.js';

const SWEEP_MS = 250;
const ENTRY_BYTES = 256; // what a queued write costs beside its bytes

/**
 * Tells all joined sockets, encoding once, and bounds what a socket that does not read may cost.
 * @param {import('socket.io').Server} io
 * @param {object} parts
 * @param {import('./receivers.js').Receivers} parts.receivers
 * @param {Map<string, any>} parts.connections those that are open, by their ids
 * @param {boolean} parts.gathers false: one plain `io.emit` for each message
 * @param {import('../../log.js').ThrottledLog} parts.log
 * @param {import('../metrics.js').Metrics} parts.metrics
 */
export function createFanOut(io, { receivers, connections, gathers, log, metrics }) {
  const { messages: messagesEvent } = contract.events;
  let buffered = 0;
  // What a client sends is answered into its buffer too, so that every connection is looked at, joined or not.
  const sweep = setInterval(() => {
    buffered = 0;
    for (const connection of connections.values()) {
      const bytes = receivers.bufferedBytes(connection);
      if (isFull(bytes + ENTRY_BYTES * receivers.queuedEntries(connection))) refuse(connection);
      else buffered += bytes;
    }
  }, SWEEP_MS).unref();

  /** @param {any} connection */
  function refuse(connection) {
    log.refusal('socket closed: it does not read what it is sent', { address: connection.remoteAddress });
    metrics.countError('receiver_too_slow');
    receivers.drop(connection);
  }

  /** @param {string} event @param {unknown} payload @returns {number} receivers */
  const tellAll = (event, payload) => receivers.tell(io, event, payload, refuse);

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
    hasQueued: () => [...connections.values()].some((connection) => receivers.bufferedBytes(connection) > 0),
    close: () => clearInterval(sweep),
  };
}
