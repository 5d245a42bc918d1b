import { setTimeout as sleep } from 'node:timers/promises';
import { ChatError } from '../../ChatError.js';
import { contract } from '../../contract.js';
import { drop } from '../../protection/engineConnection.js';
import { guardFrames } from '../../protection/frame.js';
import { guardHandshakes } from '../../protection/handshakes.js';
import { guardReceivers } from '../../protection/send.js';
import { handleIn } from '../sessionCookie.js';
import { checkRequests } from './checkRequests.js';
import { createEvents } from './events.js';

/** @typedef {import('socket.io').Socket} Socket */

const FLUSH_MS = 2000;

/**
 * Lets sockets in: handshake, session, joining, and what a joined socket may say.
 * @param {import('socket.io').Server} io not attached yet
 * @param {import('node:http').Server} server not listening yet
 * @param {import('../parts.js').WireParts} parts
 */
export function serveSockets(io, server, parts) {
  const { sessions, asFault, presence, typing, welcome, capacity, addressOf, join } = parts;
  const { rateLimits } = parts.config;
  io.attach(server);
  const { engine } = io;
  const handshakes = guardHandshakes(engine, { rateLimits, capacity, addressOf, hasSession });
  engine.use(checkRequests(parts, handshakes.crowded));
  const frames = guardFrames(engine, rateLimits);
  const receivers = guardReceivers(engine, parts.refuseReceiver);
  const listen = createEvents(parts);

  /** @param {import('node:http').IncomingMessage} request @returns {boolean} as far as memory tells */
  function hasSession(request) {
    const handle = handleIn(request.headers.cookie);
    return handle !== undefined && sessions.isOpen(handle);
  }

  io.use(async (socket, next) => {
    const connection = /** @type {any} */ (socket.conn);
    // A connection that joins a thousand times would be told everything as often.
    if (connection.hasAsked) return drop(connection);
    connection.hasAsked = true;
    try {
      const handle = handleIn(connection.request.headers.cookie);
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
    presence.join(user);
    join(socket);
    socket.on('disconnect', onDisconnect);
    listen(socket);
    socket.emit(contract.events.welcome, welcome(user));
  });

  /** @this {Socket} @param {string} reason as Socket.IO names it */
  function onDisconnect(reason) {
    presence.leave(this.data.user);
    typing.stop(this.data.user.id);
    // It would stay open, for nothing.
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
