import { contract } from '../../contract.js';
import { packetOf } from './frame.js';
import { writePacket } from './privateMembers.js';

const EVENT = 2; // packet type of the Socket.IO protocol

/**
 * Tells all joined sockets, encoding once; closes those of one session.
 * @param {import('socket.io').Server} io
 * @param {boolean} gathers false: one plain `io.emit` for each message
 * @param {(connection: any) => void} refuse drops a receiver for which too much waits
 */
export function createFanOut(io, gathers, refuse) {
  const { messages: messagesEvent } = contract.events;

  /** @param {string} event @param {unknown} payload @returns {number} receivers */
  function tellAll(event, payload) {
    const packet = packetOf(EVENT + JSON.stringify([event, payload]));
    let receivers = 0;
    for (const { conn } of io.sockets.sockets.values()) {
      if (writePacket(conn, packet)) receivers++;
      else refuse(conn);
    }
    return receivers;
  }

  return {
    tellAll,
    /** @param {import('../../chat/stores.js').Message[]} messages in id order @returns {number} receivers */
    tellMessages(messages) {
      if (gathers) return tellAll(messagesEvent, { messages });
      for (const message of messages) io.emit(messagesEvent, { messages: [message] });
      return io.sockets.sockets.size;
    },
    /** Closes the sockets of a session that ended. @param {string} handle */
    closeSession(handle) {
      for (const socket of io.sockets.sockets.values()) if (socket.data.handle === handle) socket.disconnect(true);
    },
  };
}
