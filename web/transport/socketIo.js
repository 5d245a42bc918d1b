import { io } from '../lib/socket.io.esm.min.js';
import { ChatError } from '../chat/chatError.js';
import { ACK_MS, backOff } from '../chat/pauses.js';

/** @import { CreateTransport } from '../chat/types.js' */

/** The approximate pause after a refusal by the chat doubles up to the longest. */
const REFUSED_MS = 2000;
const REFUSED_MAX_MS = 10_000;

/**
 * The wire of the Node.js chat: Socket.IO. It tries WebSocket first, and long-polling if a proxy blocks that.
 * @type {CreateTransport}
 */
export const createTransport = ({ config, events }) => {
  const socket = io(config.socketUrl, {
    autoConnect: false,
    transports: config.transports ?? ['websocket', 'polling'],
    tryAllTransports: true,
    withCredentials: true,
    reconnectionDelay: 400,
    reconnectionDelayMax: 4000,
    timeout: 8000,
  });
  let closed = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let retryTimer;
  let refusals = 0;

  socket.on('welcome', (welcome) => {
    refusals = 0;
    events.welcome(welcome);
  });
  socket.on('messages', ({ messages }) => events.messages(messages));
  socket.on('changed', events.changed);
  socket.on('presence', events.presence);
  socket.on('typing', events.typing);
  socket.on('connect_error', (error) => {
    // A refusal by the chat has a code, and Socket.IO does not try again by itself; after a broken connection it does.
    if (/** @type {any} */ (error).data?.code === 'not_logged_in') return events.sessionEnded();
    events.lost();
    clearTimeout(retryTimer);
    if (socket.active || closed) return;
    retryTimer = setTimeout(() => socket.connect(), backOff(refusals++, REFUSED_MS, REFUSED_MAX_MS));
  });
  socket.on('disconnect', (reason) => {
    if (reason === 'io server disconnect') events.sessionEnded();
    else if (reason !== 'io client disconnect') events.lost();
  });

  return {
    connect() {
      if (closed || socket.connected) return;
      clearTimeout(retryTimer);
      // During a pause between attempts, start a new attempt at once.
      if (socket.active) socket.disconnect();
      socket.connect();
    },
    close() {
      closed = true;
      clearTimeout(retryTimer);
      socket.disconnect();
    },
    // A volatile event is dropped if it cannot be sent now.
    typing: () => void socket.volatile.emit('typing', {}),
    async send(message) {
      // Socket.IO would keep the message and send it after a reconnect, as the outbox does.
      if (!socket.connected) throw ChatError.noAnswer();
      const acknowledged = socket.timeout(ACK_MS).emitWithAck('message', message);
      const answer = await acknowledged.catch(() => Promise.reject(ChatError.noAnswer()));
      if (answer.ok) return answer.message;
      throw new ChatError(answer.error);
    },
  };
};
