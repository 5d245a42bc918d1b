/** @import { Server, Socket } from 'socket.io' */
/** @import { Log } from '../log.js' */

const JOINED = 'joined';
const SESSION = 'session:';
/** @param {string} handle of a session */
const roomOf = (handle) => `${SESSION}${handle}`;

/**
 * Sends events to all joined sockets: Socket.IO's adapter encodes and frames a packet once for all.
 * @param {Server} io
 * @param {Pick<Log, 'error'>} log
 */
export const createFanOut = (io, log) => ({
  /**
   * An event that cannot be sent is logged: what it tells stays stored.
   * @param {string} event @param {unknown} payload @returns {number} receivers
   */
  emit(event, payload) {
    try {
      io.to(JOINED).emit(event, payload);
      return io.sockets.adapter.rooms.get(JOINED)?.size ?? 0;
    } catch (err) {
      log.error({ err, event }, 'broadcast failed');
      return 0;
    }
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

/** @typedef {ReturnType<typeof createFanOut>} FanOut */
