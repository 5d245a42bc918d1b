import { contract } from '../contract.js';
import { ByteAllowance } from './byteAllowance.js';
import { connectionOf, drop, hears } from './engineConnection.js';

const { frameMaxBytes, joinSeconds } = contract.limits;

// A client is not read from while more than this of its answers waits for the kernel.
const UNREAD_MAX_BYTES = 65_536;
const LOOK_MS = 25;
// ws handles all frames of a chunk at once, and 64 KiB hold thousands: the allowance is looked at between pieces.
const PIECE_BYTES = 512;
// A message of 64 KiB in fragments of one byte would be 65,536 buffers. Pings are answered here: autoPong is off.
const WEBSOCKET_OPTIONS = { autoPong: false, maxFragments: 1024, closeTimeout: 2000 };
// Engine.IO handles the thousands of packets of one polling body in one go. Over this debt the connection is dropped.
const DEBT_MAX_MS = joinSeconds * 1000;
// setTimeout takes no more than 2^31 ms.
const POLL_WAIT_MAX_MS = 60_000;

const NOTHING = Buffer.alloc(0);

/** Of a net.Socket and of its WebSocket. */
const reading = Symbol('how it is read');

/**
 * @typedef {object} Reading
 * @property {any} webSocket
 * @property {(chunk: Buffer) => void} take the WebSocket's own listener
 * @property {Buffer} rest of the chunk, not handled yet
 * @property {ByteAllowance | null} allowance
 * @property {Buffer | null} ping that has not been answered
 * @property {number} frames of the piece that is being read
 */

/**
 * The door of frames: a client is read at the rate of the contract, and not at all while it does not take its answers.
 * Of the pings in one chunk the last is answered (RFC 6455, 5.5.3).
 * @param {any} engine of Engine.IO, not listening yet
 * @param {boolean} rateLimits
 * @returns {{ close: () => void }}
 */
export function guardFrames(engine, rateLimits) {
  /** @type {Set<any>} sockets that are not read from */
  const held = new Set();
  const look = setInterval(() => held.forEach(resumeWhenDue), LOOK_MS).unref();

  engine.opts.wsEngine = class extends engine.opts.wsEngine {
    /** @param {object} options */
    constructor(options) {
      super({ ...options, ...WEBSOCKET_OPTIONS });
    }

    /** @param {any} request @param {any} socket @param {Buffer} head @param {(webSocket: any) => void} done */
    handleUpgrade(request, socket, head, done) {
      super.handleUpgrade(request, socket, head, (/** @type {any} */ webSocket) => {
        takeOver(webSocket, socket, connectionOf(engine, request));
        done(webSocket);
      });
    }
  };
  if (rateLimits) {
    engine.use(delayPollingPost);
    engine.on('connection', giveAllowance);
  }

  /** @param {any} webSocket @param {any} socket @param {any} polled the connection that goes on by this WebSocket */
  function takeOver(webSocket, socket, polled) {
    const [take] = socket.listeners('data');
    const allowance = rateLimits ? (polled?.allowance ?? new ByteAllowance()) : null;
    /** @type {Reading} */
    const state = { webSocket, take, rest: NOTHING, allowance, ping: null, frames: 0 };
    socket[reading] = webSocket[reading] = state;
    socket.off('data', take);
    socket.on('data', onChunk);
    webSocket.on('ping', onPing);
    const count = () => void state.frames++;
    for (const event of ['ping', 'pong', 'message']) webSocket.on(event, count);
  }

  /** @this {any} the socket @param {Buffer} chunk */
  function onChunk(chunk) {
    const state = /** @type {Reading} */ (this[reading]);
    const isBusy = state.rest.length > 0;
    state.rest = isBusy ? Buffer.concat([state.rest, chunk]) : chunk;
    if (!isBusy) handle(this);
  }

  /** Handles a socket's chunk as far as its allowance reaches. @param {any} socket */
  function handle(socket) {
    const state = /** @type {Reading} */ (socket[reading]);
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

  /** @param {any} socket */
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

  /**
   * A POST of long-polling that is too early is read later.
   * @param {any} request
   * @param {any} _
   * @param {() => void} next
   */
  function delayPollingPost(request, _, next) {
    const allowance = request.method === 'POST' && connectionOf(engine, request)?.allowance;
    if (!allowance) return next();
    const waitMs = Math.min(allowance.waitMs, POLL_WAIT_MAX_MS);
    // Engine.IO reads one frame's worth at most, whatever length is claimed.
    allowance.spend(Math.min(Number(request.headers['content-length'] ?? frameMaxBytes), frameMaxBytes));
    if (waitMs > 0) setTimeout(next, waitMs);
    else next();
  }

  return { close: () => clearInterval(look) };
}

/** @param {any} connection that has just shaken hands */
function giveAllowance(connection) {
  connection.allowance = connection.request.socket[reading]?.allowance;
  if (connection.allowance) return;
  connection.allowance = new ByteAllowance();
  connection.on('packet', onPolledPacket);
}

/** @this {any} a connection that began by long-polling */
function onPolledPacket() {
  if (this.transport.name !== 'polling') return; // counted as a frame
  this.allowance.spend(0, 1);
  if (this.allowance.waitMs > DEBT_MAX_MS) drop(this);
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
