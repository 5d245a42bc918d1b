import { Server } from 'socket.io';
import { contract } from '../../contract.js';
import { ChatError } from '../../chat/ChatError.js';
import { handleOf } from '../../store/sessionShelf.js';
import { asJsonObject } from '../json.js';
import { SessionSockets } from './sessionSockets.js';

const { events, limits } = contract;

/**
 * The Socket.IO side: handshakes, `message` with its acknowledgement, and the broadcasts.
 * @param {import('node:http').Server} server
 * @param {object} parts
 * @param {import('../../store/createStore.js').Store} parts.store
 * @param {import('../origins.js').Origins} parts.origins
 * @param {import('../sessionCookie.js').SessionCookie} parts.cookie
 * @param {import('../../log.js').Log} parts.log
 * @param {import('../metrics.js').Metrics} parts.metrics
 * @param {import('../../chat/presence.js').Presence} parts.presence
 * @param {ReturnType<typeof import('../../chat/sendMessage.js').createSendMessage>['sendMessage']} parts.sendMessage
 */
export function createSockets(server, { store, origins, cookie, log, metrics, presence, sendMessage }) {
  const io = new Server(server, {
    allowRequest: (request, answer) => {
      if (origins.allows(request.headers.origin)) return answer(null, true);
      log.warn({ origin: request.headers.origin }, 'handshake refused: origin not allowed');
      metrics.countError('origin_not_allowed');
      // engine.io would answer an upgrade with 400.
      if (request.headers.upgrade) request.socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
      answer(contract.errors.origin_not_allowed.message, false);
    },
    transports: ['websocket', 'polling'],
    maxHttpBufferSize: limits.frameMaxBytes,
    perMessageDeflate: false,
    httpCompression: false,
    serveClient: false,
    connectTimeout: 10_000,
  });
  const sessions = new SessionSockets();

  io.use(async (socket, next) => {
    const sessionId = cookie.read(socket.request.headers.cookie);
    const handle = sessionId && handleOf(sessionId);
    try {
      if (!handle) throw new ChatError('not_logged_in');
      // Known before the session is looked up: a logout in between must close this socket too.
      sessions.add(handle, socket);
      const session = await store.sessions.find(handle);
      if (!session || !sessions.has(handle, socket)) throw new ChatError('not_logged_in');
      socket.data = { user: session.user, handle };
      next();
    } catch (error) {
      if (handle) sessions.delete(handle, socket);
      next(refusal(error));
    }
  });

  io.on('connection', (socket) => {
    const { user, handle } = socket.data;
    presence.join(user);
    socket.on('disconnect', () => {
      sessions.delete(handle, socket);
      presence.leave(user);
    });
    socket.on(events.message, (payload, ack) => onMessage(user, payload, ack));
    socket.emit(events.welcome, { me: user, online: { count: presence.count }, lastId: store.messages.lastId });
  });

  /** @param {import('../../store/store.js').User} user @param {unknown} payload @param {unknown} ack */
  function onMessage(user, payload, ack) {
    const answer = typeof ack === 'function' ? ack : () => {};
    /** @param {unknown} error @param {import('../../store/store.js').Answer} [sent] */
    const done = (error, sent) => {
      if (sent) return answer({ ok: true, message: sent.message });
      const fault = error instanceof ChatError ? error : new ChatError('internal', { cause: error });
      if (fault.code === 'internal') log.error({ err: error }, 'message failed');
      metrics.countError(fault.code);
      answer({ ok: false, error: fault });
    };
    try {
      sendMessage(user, asJsonObject(payload), 'socket', done);
    } catch (error) {
      done(error);
    }
  }

  return {
    io,
    /** @param {string} event @param {unknown} payload */
    broadcast: (event, payload) => void io.emit(event, payload),
    /** @param {string} handle of a session that ended */
    closeSession: (handle) => sessions.close(handle),
    get count() {
      return io.engine.clientsCount;
    },
    /** Clients see `transport close`, and come back when they can. */
    close: async () => {
      io.engine.close();
    },
  };
}

/** What `connect_error` carries. @param {unknown} error */
function refusal(error) {
  const fault = error instanceof ChatError ? error : new ChatError('internal', { cause: error });
  return Object.assign(new Error(fault.message), { data: fault.toJSON() });
}
