import { setTimeout as sleep } from 'node:timers/promises';
import { Server } from 'socket.io';
import { contract } from '../../contract.js';
import { ChatError } from '../../ChatError.js';
import { handleOf } from '../sessionHandle.js';
import { Shares } from '../../chat/limits/shares.js';
import { keepConnections } from './connections.js';
import { createDirectReceivers } from './directReceivers.js';
import { createEvents } from './events.js';
import { createFanOut } from './fanOut.js';
import { createFaults } from './faults.js';
import { guardRequests } from './guardRequests.js';
import { createPublicReceivers } from './publicReceivers.js';
import { SessionSockets } from './sessionSockets.js';
import { SOCKET_PATH } from './socketPath.js';

/** @typedef {import('socket.io').Socket} Socket */

const { events, limits } = contract;
// Socket.IO's own deadline for joining comes after ours (unjoined.js).
const CONNECT_TIMEOUT_MS = limits.joinSeconds * 2000;
const FLUSH_MS = 2000;

/**
 * The Socket.IO side: handshakes, `message` with its acknowledgement, and the broadcasts.
 * @param {import('node:http').Server} server
 * @param {object} parts
 * @param {import('../../config.js').Config} parts.config
 * @param {import('../../chat/sessionStore.js').SessionStore} parts.sessions
 * @param {import('../origins.js').Origins} parts.origins
 * @param {import('../sessionCookie.js').SessionCookie} parts.cookie
 * @param {import('../../log.js').ThrottledLog} parts.log
 * @param {import('../metrics.js').Metrics} parts.metrics
 * @param {import('../../chat/presence.js').Presence} parts.presence
 * @param {import('../../chat/typing.js').Typing} parts.typing
 * @param {boolean} parts.direct whether private members of Socket.IO may be touched
 * @param {number} parts.capacity how many connections there may be
 * @param {ReturnType<typeof import('../../chat/sendMessage.js').createSendMessage>['sendMessage']} parts.sendMessage
 * @param {ReturnType<typeof import('../../chat/welcome.js').createWelcome>} parts.welcome
 */
export function createSockets(server, parts) {
  const { config, sessions, cookie, log, metrics, presence, typing, sendMessage, welcome } = parts;
  const io = new Server(server, {
    path: SOCKET_PATH,
    transports: ['websocket', 'polling'],
    maxHttpBufferSize: limits.frameMaxBytes,
    perMessageDeflate: false,
    httpCompression: false,
    serveClient: false,
    connectTimeout: CONNECT_TIMEOUT_MS,
  });
  const shares = config.rateLimits ? new Shares(limits.unjoinedPerAddressMax) : null;
  /** @type {Map<string, any>} open connections of Engine.IO by their ids */
  const connections = new Map();
  io.engine.use(guardRequests({ ...parts, shares, connections, hasSession }));
  const createReceivers = parts.direct ? createDirectReceivers : createPublicReceivers;
  const receivers = createReceivers(io.engine, { rateLimits: config.rateLimits, connections });
  const { drop } = receivers;
  const kept = keepConnections(io.engine, { config, receivers, connections, shares });
  const asFault = createFaults(log, metrics);
  const listen = createEvents({ sendMessage, typing, asFault });

  /** @param {import('node:http').IncomingMessage} request @returns {boolean} as far as memory tells */
  function hasSession(request) {
    const sessionId = cookie.read(request.headers.cookie);
    return sessionId !== null && sessions.isOpen(handleOf(sessionId));
  }

  const sessionSockets = new SessionSockets();
  const fanOut = createFanOut(io, {
    receivers,
    connections,
    gathers: config.gathers,
    log,
    metrics,
  });

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
      kept.takePlace(connection, session.user.id);
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
    kept.joined(socket.conn);
    sessionSockets.add(handle, socket);
    presence.join(user);
    // The baseline of the benchmarks goes the plain way; its io.emit needs the rooms too.
    if (config.gathers) receivers.joined(socket);
    socket.on('disconnect', onDisconnect);
    listen(socket);
    socket.emit(events.welcome, welcome(user));
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
    tellAll: fanOut.tellAll,
    tellMessages: fanOut.tellMessages,
    bufferedBytes: fanOut.bufferedBytes,
    /** @param {string} handle of a session that ended */
    closeSession: (handle) => sessionSockets.close(handle),
    /** Open sockets, those that have not joined too. */
    get count() {
      return io.engine.clientsCount;
    },
    /**
     * Closes all connections without a word of Socket.IO: clients see `transport close`, and come back when they can.
     * What was written before, such as acknowledgements, goes out first, unless a client does not take it.
     */
    async close() {
      const end = performance.now() + FLUSH_MS;
      while (fanOut.hasQueued() && performance.now() < end) await sleep(FLUSH_MS / 100);
      fanOut.close();
      kept.close();
      receivers.close();
      io.engine.close();
    },
  };
}
