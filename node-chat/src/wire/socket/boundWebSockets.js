import { ByteAllowance } from './byteAllowance.js';

// Answers that wait for the kernel; above it their client is not read from, so that it causes no more of them.
const UNREAD_MAX_BYTES = 65_536;
const LOOKED_AT_MS = 25;
// One of 64 KiB in fragments of one byte would be 65,536 buffers; messages of this chat come in one.
const FRAGMENTS_MAX = 1024;
const CLOSE_MS = 2000;

/** Of a net.Socket. */
const reading = Symbol('how it is read');

/**
 * @typedef {object} Reading
 * @property {any} webSocket
 * @property {ByteAllowance | null} allowance
 * @property {Buffer | null} ping that has not been answered
 * @property {number} frames of the chunk that is being read
 */

/**
 * Bounds what a client can cause on a WebSocket by what it sends: it is read at the rate of the contract, not at all while it
 * does not take its answers, and of the pings in one chunk the last is answered (RFC 6455, 5.5.3).
 * @param {any} engine of Engine.IO, not listening yet
 * @param {{ rateLimits: boolean }} config
 * @returns {{ close: () => void }}
 */
export function boundWebSockets(engine, { rateLimits }) {
  /** @type {Set<any>} sockets that are not read from */
  const held = new Set();
  const look = setInterval(() => held.forEach(resumeWhenDue), LOOKED_AT_MS).unref();

  engine.opts.wsEngine = class extends engine.opts.wsEngine {
    /** @param {object} options */
    constructor(options) {
      super({ ...options, autoPong: false, maxFragments: FRAGMENTS_MAX, closeTimeout: CLOSE_MS });
    }

    /** @param {any} request @param {any} socket @param {Buffer} head @param {(webSocket: any) => void} done */
    handleUpgrade(request, socket, head, done) {
      super.handleUpgrade(request, socket, head, (/** @type {any} */ webSocket) => {
        socket[reading] = { webSocket, allowance: rateLimits ? new ByteAllowance() : null, ping: null, frames: 0 };
        socket.on('data', onChunk); // after the WebSocket's own listener
        webSocket.on('ping', onPing);
        const count = () => void socket[reading].frames++;
        for (const event of ['ping', 'pong', 'message']) webSocket.on(event, count);
        done(webSocket);
      });
    }
  };

  /** @this {any} the socket @param {Buffer} chunk whose frames have been handled */
  function onChunk(chunk) {
    const { webSocket, allowance, ping } = /** @type {Reading} */ (this[reading]);
    if (ping !== null) {
      this[reading].ping = null;
      webSocket.pong(ping, false, ignoreError);
    }
    allowance?.spend(chunk.length, this[reading].frames);
    this[reading].frames = 0;
    if (mayRead(this)) return;
    held.add(this);
    webSocket.pause();
  }

  /** @param {any} socket */
  function resumeWhenDue(socket) {
    if (!socket.destroyed && !mayRead(socket)) return;
    held.delete(socket);
    socket[reading].webSocket.resume();
  }

  return { close: () => clearInterval(look) };
}

/** @param {any} socket */
function mayRead(socket) {
  return socket.writableLength <= UNREAD_MAX_BYTES && !socket[reading].allowance?.waitMs;
}

/** @this {any} the WebSocket @param {Buffer} data */
function onPing(data) {
  this._socket[reading].ping = data;
}

function ignoreError() {}
