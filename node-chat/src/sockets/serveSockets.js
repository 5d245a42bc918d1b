import { setTimeout as sleep } from 'node:timers/promises';
import { ChatError } from '../ChatError.js';
import { contract } from '../contract.js';
import { handleIn } from '../sessionCookie.js';
import { createEvents } from './events.js';
import { refuseOtherSites } from './refuseOtherSites.js';
import { closeSlowReceivers } from './slowReceivers.js';
import { createSocketsOfUsers } from './socketsOfUsers.js';

/** @typedef {import('socket.io').Socket} Socket */

const { events, limits } = contract;
const FLUSH_MS = 2000;

/**
 * Lets sockets in: handshake, session, joining, and what a joined socket may say.
 * @param {import('socket.io').Server} io not attached yet
 * @param {import('node:http').Server} server not listening yet
 * @param {import('../createApp.js').Parts} parts
 */
export function serveSockets(io, server, parts) {
  const { config, sessions, asFault, countError, log, presence, typing, welcome, join } = parts;
  io.attach(server);
  const { engine } = io;
  engine.use(refuseOtherSites(parts));
  const receivers = closeSlowReceivers(engine, ({ remoteAddress }) => {
    log.refusal('socket closed: it does not read what it is sent', { address: remoteAddress });
    countError('receiver_too_slow');
  });
  const countSocket = createSocketsOfUsers(config.rateLimits ? limits.socketsPerUserMax : Infinity);
  const listen = createEvents(parts);
  /** @type {WeakSet<Socket['conn']>} */
  const joining = new WeakSet();

  io.use(async (socket, next) => {
    const { conn } = socket;
    // A connection that joins a thousand times would be told everything as often.
    if (joining.has(conn)) return void conn.close(true);
    joining.add(conn);
    try {
      const handle = handleIn(conn.request.headers, socket.handshake.auth.token);
      const session = handle && (await sessions.find(handle));
      if (!session) throw new ChatError('not_logged_in');
      // Here, since `connection` comes a tick later: of many that join at once each would be the last.
      if (conn.readyState === 'open') countSocket(session.user.id, conn);
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
    presence.join(user);
    join(socket);
    socket.on('disconnect', onDisconnect);
    listen(socket);
    socket.emit(events.welcome, welcome(user));
  });

  /** @this {Socket} @param {string} reason as Socket.IO names it */
  function onDisconnect(reason) {
    presence.leave(this.data.user);
    typing.stop(this.data.user.id);
    // It would stay open, for nothing.
    if (reason === 'client namespace disconnect') this.conn.close(true);
  }

  return {
    bufferedBytes: receivers.bufferedBytes,
    /** Open sockets, those that have not joined too. */
    count: () => engine.clientsCount,
    /**
     * Closes all connections without a word of Socket.IO: clients see `transport close`, and come back when they can.
     * Earlier writes, such as acknowledgements, go out first, unless a client does not take them.
     */
    async close() {
      const end = performance.now() + FLUSH_MS;
      while (receivers.bufferedBytes() > 0 && performance.now() < end) await sleep(FLUSH_MS / 100);
      receivers.close();
      engine.close();
    },
  };
}
