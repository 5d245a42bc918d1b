import { setTimeout as sleep } from 'node:timers/promises';
import { ChatError } from '../../ChatError.js';
import { contract } from '../../contract.js';
import { drop } from '../../protection/engineConnection.js';
import { guardFrames } from '../../protection/frame.js';
import { guardHandshakes } from '../../protection/handshakes.js';
import { guardReceivers } from '../../protection/send.js';
import { handleOf } from '../sessionHandle.js';
import { checkRequests } from './checkRequests.js';
import { createEvents } from './events.js';
import { prepareJoined } from './privateMembers.js';

/** @typedef {import('socket.io').Socket} Socket */

const FLUSH_MS = 2000;

/**
 * Lets sockets in: handshake, session, joining, and what a joined socket may say.
 * @param {import('socket.io').Server} io not attached yet
 * @param {import('node:http').Server} server not listening yet
 * @param {object} parts
 * @param {import('../../config.js').Config} parts.config
 * @param {import('../../chat/sessionStore.js').SessionStore} parts.sessions
 * @param {import('./sessionSockets.js').SessionSockets} parts.sessionSockets
 * @param {import('../origins.js').Origins} parts.origins
 * @param {import('../sessionCookie.js').SessionCookie} parts.cookie
 * @param {import('../../log.js').ThrottledLog} parts.log
 * @param {import('../faults.js').AsFault} parts.asFault
 * @param {(code: string) => void} parts.countError
 * @param {import('../../chat/presence.js').Presence} parts.presence
 * @param {import('../../chat/typing.js').Typing} parts.typing
 * @param {number} parts.capacity how many connections there may be
 * @param {(request: import('node:http').IncomingMessage) => string} parts.addressOf
 * @param {(connection: any) => void} parts.refuseReceiver
 * @param {ReturnType<typeof import('../../chat/sendMessage.js').createSendMessage>['sendMessage']} parts.sendMessage
 * @param {ReturnType<typeof import('../../chat/welcome.js').createWelcome>} parts.welcome
 */
export function serveSockets(io, server, parts) {
  const { config, sessions, sessionSockets, cookie, asFault, presence, typing, sendMessage, welcome } = parts;
  const { gathers, rateLimits } = config;
  io.attach(server);
  const { engine } = io;
  const { capacity, addressOf } = parts;
  const handshakes = guardHandshakes(engine, { rateLimits, capacity, addressOf, hasSession });
  engine.use(checkRequests({ ...parts, crowded: handshakes.crowded }));
  const frames = guardFrames(engine, rateLimits);
  const receivers = guardReceivers(engine, parts.refuseReceiver);
  const listen = createEvents({ sendMessage, typing, asFault });

  /** @param {import('node:http').IncomingMessage} request @returns {boolean} as far as memory tells */
  function hasSession(request) {
    const sessionId = cookie.read(request.headers.cookie);
    return sessionId !== null && sessions.isOpen(handleOf(sessionId));
  }

  io.use(async (socket, next) => {
    const connection = /** @type {any} */ (socket.conn);
    // Each socket is written to by itself: a connection that joins a thousand times would be told everything as often.
    if (connection.hasAsked) return drop(connection);
    connection.hasAsked = true;
    try {
      const sessionId = cookie.read(connection.request.headers.cookie);
      const handle = sessionId && handleOf(sessionId);
      const session = handle && (await sessions.find(handle));
      if (!session) throw new ChatError('not_logged_in');
      handshakes.takePlace(connection, session.user.id);
      socket.data = { user: session.user, handle };
      next();
    } catch (error) {
      const fault = asFault(error);
      next(Object.assign(new Error(fault.message), { data: fault.toJSON() }));
    }
  });

  io.on('connection', (socket) => {
    const { user, handle } = socket.data;
    // The session may have ended since it was looked up.
    if (!sessions.isOpen(handle)) return void socket.disconnect(true);
    handshakes.joined(socket.conn);
    sessionSockets.add(handle, socket);
    presence.join(user);
    // The baseline of the benchmarks goes the plain way; its io.emit needs the rooms.
    if (gathers) prepareJoined(socket);
    socket.on('disconnect', onDisconnect);
    listen(socket);
    socket.emit(contract.events.welcome, welcome(user));
  });

  /** @this {Socket} @param {string} reason as Socket.IO names it */
  function onDisconnect(reason) {
    sessionSockets.delete(this.data.handle, this);
    presence.leave(this.data.user);
    typing.stop(this.data.user.id);
    // Who leaves without hanging up would hold a connection that nobody waits for.
    if (reason === 'client namespace disconnect') drop(this.conn);
  }

  return {
    bufferedBytes: receivers.bufferedBytes,
    /** Open sockets, those that have not joined too. */
    count: () => engine.clientsCount,
    /**
     * Closes all connections without a word of Socket.IO: clients see `transport close`, and come back when they can.
     * What was written before, such as acknowledgements, goes out first, unless a client does not take it.
     */
    async close() {
      const end = performance.now() + FLUSH_MS;
      while (receivers.hasQueued() && performance.now() < end) await sleep(FLUSH_MS / 100);
      receivers.close();
      frames.close();
      engine.close();
    },
  };
}
