import { io } from 'socket.io-client';
import { Inbox } from '../suite/inbox.js';
import { openBareSocket } from './bareSocket.js';
import { socketioIdioms } from './socketioIdioms.js';
import { raw, socketAddress } from './socketioRaw.js';

/** @type {import('./driver.js').Driver} */
export const socketio = {
  wire: 'socket.io',
  transports: ['websocket', 'polling'],
  configFault: ({ socketUrl }) => (/^https?:\/\/[^/]+$/.test(socketUrl) ? undefined : `socketUrl is ${socketUrl}`),
  join,
  refusal,
  handshake,
  raw,
  idioms: socketioIdioms,
  unknownFrames: [
    `42["no such event",{"text":"x"}]`,
    '42["message:read",1,null,[]]',
    '4399["an answer nobody asked for"]',
  ],
  malformedFrames: ['42["message"', '4', '9', '{"event":'],
};

/** @param {import('../suite/server.js').Server} server @param {string | undefined} cookie @param {import('./driver.js').JoinOptions} options */
function open(server, cookie, { origin, transport = 'websocket' } = {}) {
  /** @type {Record<string, string>} */
  const extraHeaders = {};
  if (cookie) extraHeaders.cookie = cookie;
  if (origin !== undefined) extraHeaders.origin = origin;
  return io(server.config.socketUrl, { transports: [transport], forceNew: true, reconnection: false, extraHeaders });
}

/** @type {import('./driver.js').Driver['join']} */
async function join(server, cookie, options = {}) {
  const socket = open(server, cookie, options);
  const inbox = new Inbox();
  socket.onAny((name, payload) => inbox.put(name, payload));
  /** @type {import('./driver.js').Connection['ended']} */
  const ended = new Promise((resolve) => {
    socket.on('disconnect', (reason) => {
      if (reason === 'io server disconnect') resolve('session');
      else resolve(reason === 'transport close' ? 'shutdown' : 'other');
    });
  });
  try {
    await new Promise((resolve, reject) => {
      socket.on('connect', () => resolve(undefined));
      socket.on('connect_error', reject);
    });
    const welcome = await inbox.next('welcome');
    return {
      inbox,
      welcome,
      ended,
      send: (payload, timeoutMs = 5000) => socket.timeout(timeoutMs).emitWithAck('message', payload),
      emit: (name, payload) => void socket.emit(name, payload),
      close: () => void socket.close(),
    };
  } catch (error) {
    socket.close();
    throw error;
  }
}

/** @type {import('./driver.js').Driver['refusal']} */
function refusal(server, cookie) {
  const socket = open(server, cookie);
  return new Promise((resolve, reject) => {
    socket.on('connect', () => reject(new Error('a client that must be refused has joined')));
    socket.on('connect_error', (error) => resolve(/** @type {any} */ (error).data ?? { said: error.message }));
  }).finally(() => socket.close());
}

/** @type {import('./driver.js').Driver['handshake']} */
async function handshake(server, headers) {
  const { socket, status } = await openBareSocket(socketAddress(server), headers);
  socket?.terminate();
  return status;
}
