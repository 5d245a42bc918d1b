import { acceptWebSockets } from './acceptWebSockets.js';
import { hears, takeOverReading } from './privateMembers.js';
import { LOOKED_AT_MS, UNREAD_MAX_BYTES } from './webSocketLimits.js';

/** @typedef {import('./byteAllowance.js').ByteAllowance} ByteAllowance */

// Frames are handled as they are read, and a chunk of 64 KiB has thousands: the allowance is looked at between its pieces.
const PIECE_BYTES = 512;

const NOTHING = Buffer.alloc(0);

/** Of a net.Socket and of its WebSocket. */
const reading = Symbol('how it is read');

/**
 * @typedef {object} Reading
 * @property {any} webSocket
 * @property {(chunk: Buffer) => void} take the WebSocket's own listener
 * @property {Buffer} rest of the chunk, which waits
 * @property {ByteAllowance | null} allowance
 * @property {Buffer | null} ping that has not been answered
 * @property {number} frames of the piece that is being read
 */

/** @param {any} connection of Engine.IO @returns {ByteAllowance | undefined} of its WebSocket, where it began with one */
export const allowanceOf = (connection) => connection.request.socket[reading]?.allowance ?? undefined;

/**
 * Bounds what a client can cause on a WebSocket by what it sends: it is read at the rate of the contract, not at all while it
 * does not take its answers, and of the pings in one chunk the last is answered (RFC 6455, 5.5.3).
 * @param {any} engine of Engine.IO, not listening yet
 * @param {{ rateLimits: boolean, connections: Map<string, any> }} options connections: those that are open, by their ids
 * @returns {{ close: () => void }}
 */
export function boundWebSockets(engine, options) {
  /** @type {Set<any>} sockets that are not read from */
  const held = new Set();
  const look = setInterval(() => held.forEach(resumeWhenDue), LOOKED_AT_MS).unref();

  acceptWebSockets(engine, options, (webSocket, { socket, allowance }) => {
    const take = takeOverReading(socket, onChunk);
    const state = { webSocket, take, rest: NOTHING, allowance, ping: null, frames: 0 };
    /** @type {any} */ (socket)[reading] = webSocket[reading] = state;
    webSocket.on('ping', onPing);
    const count = () => void state.frames++;
    for (const event of ['ping', 'pong', 'message']) webSocket.on(event, count);
    return webSocket;
  });

  /** @this {any} the socket @param {Buffer} chunk */
  function onChunk(chunk) {
    const state = /** @type {Reading} */ (this[reading]);
    const isBusy = state.rest.length > 0;
    state.rest = isBusy ? Buffer.concat([state.rest, chunk]) : chunk;
    if (!isBusy) handle(this);
  }

  /** @param {any} socket whose chunk is handled as far as its client may have it read */
  function handle(socket) {
    const state = /** @type {Reading} */ (socket[reading]);
    // Its socket is read to the end.
    if (!hears(state.webSocket)) return void (state.rest = NOTHING);
    if (!mayRead(socket)) return hold(socket);
    const length = state.allowance ? PIECE_BYTES : state.rest.length;
    const piece = state.rest.subarray(0, length);
    state.rest = state.rest.subarray(length);
    state.take.call(socket, piece);
    state.allowance?.spend(piece.length, state.frames);
    state.frames = 0;
    // Socket.IO hands packets on in the next tick: what they cost is known after it.
    if (state.rest.length > 0) return process.nextTick(handle, socket);
    answerPing(state);
    if (!mayRead(socket)) hold(socket);
  }

  /** @param {any} socket that is not read from until it may be */
  function hold(socket) {
    answerPing(socket[reading]);
    held.add(socket);
    socket[reading].webSocket.pause();
  }

  /** @param {any} socket */
  function resumeWhenDue(socket) {
    if (!socket.destroyed && !mayRead(socket)) return;
    held.delete(socket);
    if (socket.destroyed) return;
    if (socket[reading].rest.length > 0) handle(socket);
    if (!held.has(socket)) socket[reading].webSocket.resume();
  }

  return { close: () => clearInterval(look) };
}

/** @param {any} socket */
function mayRead(socket) {
  return socket.writableLength <= UNREAD_MAX_BYTES && !socket[reading].allowance?.waitMs;
}

/** @param {Reading} state */
function answerPing(state) {
  if (state.ping === null) return;
  state.webSocket.pong(state.ping, false, ignoreError);
  state.ping = null;
}

/** @this {any} the WebSocket @param {Buffer} data */
function onPing(data) {
  this[reading].ping = data;
}

function ignoreError() {}
