import { ChatError } from '../ChatError.js';
import { readHandle } from '../sessionToken.js';

/** @import { Server, Socket } from 'socket.io' */
/** @import { Services } from '../createServices.js' */
/** @import { User } from '../chat/stores.js' */

/**
 * Lets a socket join with a session: the handshake's, or that of the token in its `auth`. A joined socket has `user`
 * and `handle` in its data, and its user is online.
 * @param {Server} io attached
 * @param {Pick<Services, 'errors' | 'store' | 'presence' | 'typing'>} services
 */
export function admitSockets(io, { errors, store: { sessions }, presence, typing }) {
  /** The handshake's session, until the socket joins. @type {WeakMap<Socket['conn'], string | undefined>} */
  const handles = new WeakMap();
  io.engine.on('connection', (conn) => {
    handles.set(conn, readHandle(conn.request.headers));
    conn.request = null; // as Socket.IO advises: it is not read again, and takes a fifth of a socket's heap
  });

  io.use(async (socket, next) => {
    const { conn } = socket;
    // A connection that joined a thousand times would get each event as often.
    if (!handles.has(conn)) return void conn.close(true);
    const { token } = socket.handshake.auth;
    const handle = token === undefined || token === null ? handles.get(conn) : readHandle({}, token);
    handles.delete(conn);
    try {
      const session = handle && (await sessions.find(handle));
      if (!session) throw new ChatError('not_logged_in');
      socket.data = { user: session.user, handle };
      // A connection that closed during the look-up would never leave.
      if (conn.readyState === 'open') joinPresence(session.user, conn);
      next();
    } catch (error) {
      const answer = errors.report(error);
      next(Object.assign(new Error(answer.message), { data: answer.toJSON() }));
    }
  });

  /**
   * Called before `connection`, since only a middleware can refuse a socket, here with too_many_connections.
   * @param {User} user @param {Socket['conn']} conn @throws {ChatError}
   */
  function joinPresence(user, conn) {
    presence.join(user);
    conn.once('close', () => {
      if (presence.leave(user)) typing.stop(user.id);
    });
  }
}
