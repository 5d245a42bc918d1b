/** @import { Server, Socket } from 'socket.io' */

const JOINED = 'joined';
const SESSION = 'session:';
/** @param {string} handle of a session */
const roomOf = (handle) => `${SESSION}${handle}`;

/**
 * Sends events to all joined sockets: Socket.IO's adapter encodes and frames a packet once for all.
 * @param {Server} io
 */
export const createFanOut = (io) => ({
  /** @param {string} event @param {unknown} payload @returns {number} receivers */
  emit(event, payload) {
    io.local.to(JOINED).emit(event, payload);
    return io.sockets.adapter.rooms.get(JOINED)?.size ?? 0;
  },
  /** @param {Socket} socket gets all later events */
  join(socket) {
    socket.join([JOINED, roomOf(socket.data.handle)]);
  },
  /** Handles of the sessions that have sockets. */
  sessions: () =>
    [...io.sockets.adapter.rooms.keys()]
      .filter((room) => room.startsWith(SESSION))
      .map((room) => room.slice(SESSION.length)),
  /** Closes the sockets of a session that ended. @param {string} handle */
  closeSession: (handle) => io.in(roomOf(handle)).disconnectSockets(true),
});
