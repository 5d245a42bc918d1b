import { contract } from '../contract.js';

const JOINED = 'joined';
/** @param {string} handle of a session */
const roomOf = (handle) => `session:${handle}`;

/**
 * Tells all joined sockets: Socket.IO's adapter encodes and frames a packet once for all of them.
 * @param {import('socket.io').Server} io
 * @param {boolean} gathers false: one event for each message
 */
export function createFanOut(io, gathers) {
  const { messages: messagesEvent } = contract.events;

  /** @param {string} event @param {unknown} payload @returns {number} receivers */
  function tellAll(event, payload) {
    io.local.to(JOINED).emit(event, payload);
    return io.sockets.adapter.rooms.get(JOINED)?.size ?? 0;
  }

  return {
    tellAll,
    /** @param {import('../chat/stores.js').Message[]} messages in id order @returns {number} receivers */
    tellMessages(messages) {
      if (gathers) return tellAll(messagesEvent, { messages });
      let receivers = 0;
      for (const message of messages) receivers = tellAll(messagesEvent, { messages: [message] });
      return receivers;
    },
    /** @param {import('socket.io').Socket} socket told everything from now on */
    join(socket) {
      socket.join([JOINED, roomOf(socket.data.handle)]);
    },
    /** Closes the sockets of a session that ended. @param {string} handle */
    closeSession: (handle) => io.in(roomOf(handle)).disconnectSockets(true),
  };
}
