import { setTimeout as sleep } from 'node:timers/promises';
import { Server } from 'socket.io';
import { contract } from '../../contract.js';
import { ChatError } from '../../ChatError.js';
import { handleOf } from '../sessionHandle.js';
import { asJsonObject } from '../json.js';
import { Shares } from '../shares.js';
import { shareOf } from '../addressShare.js';
import { clientAddress } from '../clientAddress.js';
import { ByteAllowance } from './byteAllowance.js';
import { createDirectReceivers } from './directReceivers.js';
import { createFanOut } from './fanOut.js';
import { guardRequests } from './guardRequests.js';
import { createPublicReceivers } from './publicReceivers.js';
import { SessionSockets } from './sessionSockets.js';
import { SOCKET_PATH } from './socketPath.js';
import { Unjoined } from './unjoined.js';

/** @typedef {import('socket.io').Socket} Socket */

const { events, limits } = contract;
// Socket.IO's own deadline for joining comes after ours (unjoined.js).
const CONNECT_TIMEOUT_MS = limits.joinSeconds * 2000;
const FLUSH_MS = 2000;
// A body of long-polling may hold thousands of packets, which Engine.IO handles in one go: who owes that much is not heard on.
const OWED_MAX_MS = limits.joinSeconds * 1000;

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
  const userShares = config.rateLimits ? new Shares(limits.socketsPerUserMax) : null;
  /** @type {Map<string, any>} open connections of Engine.IO by their ids */
  const connections = new Map();
  io.engine.use(guardRequests({ ...parts, shares, connections, hasSession }));
  const createReceivers = parts.direct ? createDirectReceivers : createPublicReceivers;
  const receivers = createReceivers(io.engine, { rateLimits: config.rateLimits, connections });
  const { drop } = receivers;
  const unjoined = new Unjoined(shares, drop);
  io.engine.on('connection', (connection) => {
    connections.set(connection.id, connection);
    receivers.add(connection);
    unjoined.add(connection, shareOf(clientAddress(connection.request, config.trustProxy)));
    connection.on('close', onClose);
    if (!config.rateLimits) return;
    connection.allowance = receivers.allowanceOf(connection);
    if (connection.allowance) return;
    connection.allowance = new ByteAllowance();
    connection.on('packet', onPolledPacket);
  });

  /** @this {any} the connection, which began by long-polling */
  function onPolledPacket() {
    if (this.transport.name !== 'polling') return; // counted as a frame
    this.allowance.spend(0, 1);
    if (this.allowance.waitMs > OWED_MAX_MS) drop(this);
  }

  /** @this {any} the connection */
  function onClose() {
    connections.delete(this.id);
    unjoined.delete(this);
    if (this.holder) userShares?.release(this.holder);
  }

  /**
   * A place among the sockets of its user, before it is told that it has joined: many that come at once are many.
   * @param {any} connection @param {string} userId
   */
  function takePlace(connection, userId) {
    if (!userShares || connection.readyState !== 'open') return;
    if (!userShares.hasRoom(userId)) throw new ChatError('too_many_connections');
    userShares.take(userId);
    connection.holder = userId;
  }

  /** @param {import('node:http').IncomingMessage} request @returns {boolean} as far as memory tells */
  function hasSession(request) {
    const sessionId = cookie.read(request.headers.cookie);
    return sessionId !== null && sessions.isOpen(handleOf(sessionId));
  }

  /** @param {Socket} socket @returns {ByteAllowance | undefined} */
  const allowanceFor = (socket) => /** @type {any} */ (socket.conn).allowance;

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
      takePlace(connection, session.user.id);
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
    unjoined.delete(socket.conn);
    allowanceFor(socket)?.join();
    sessionSockets.add(handle, socket);
    presence.join(user);
    // Listeners of their own for each of ten thousand sockets would be closures for nothing: `this` is the socket.
    // The baseline of the benchmarks goes the plain way; its io.emit needs the rooms too.
    if (config.gathers) receivers.joined(socket);
    socket.on('disconnect', onDisconnect);
    socket.on(events.message, onMessage);
    socket.on(events.typing, onTyping);
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

  /** @this {Socket} @param {unknown[]} args the payload, and the acknowledgement where the client asked for one */
  function onMessage(...args) {
    const ack = args.at(-1);
    const answer = typeof ack === 'function' ? ack : () => {};
    const [payload] = args;
    try {
      sendMessage(this.data.user, asJsonObject(payload), 'socket', (error, sent) => {
        if (!sent) return refuse(this, answer, error);
        // The same few bytes again and again would have as many long answers.
        if (sent.repeated) allowanceFor(this)?.spend(Buffer.byteLength(JSON.stringify(sent.message)));
        answer({ ok: true, message: sent.message });
      });
    } catch (error) {
      refuse(this, answer, error);
    }
  }

  /** @this {Socket} */
  function onTyping() {
    // Who says so all the time has said nothing new, and pays for it.
    if (!typing.begin(this.data.user)) allowanceFor(this)?.spend(limits.refusedMessageBytes);
  }

  /** @param {Socket} socket @param {Function} answer @param {unknown} error */
  function refuse(socket, answer, error) {
    const fault = asFault(error);
    if (fault.status < 500) allowanceFor(socket)?.spend(limits.refusedMessageBytes);
    answer({ ok: false, error: fault });
  }

  /** @param {unknown} error @returns {ChatError} counted, and logged where it is not the client's own */
  function asFault(error) {
    const fault = error instanceof ChatError ? error : new ChatError('internal', { cause: error });
    log.fault(fault);
    metrics.countError(fault.code);
    return fault;
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
      unjoined.close();
      receivers.close();
      io.engine.close();
    },
  };
}
