import { EventEmitter } from 'node:events';
import { UNREAD_MAX_BYTES } from './webSocketLimits.js';

const HEADER_BYTES = 6; // of a client's short frame

/**
 * A WebSocket as Engine.IO uses one, in front of one of ws. It hands on what comes at the rate of the contract, and not at all while its client does
 * not take its answers; of the pings in one chunk the last is answered (RFC 6455, 5.5.3). What came in one chunk is kept meanwhile,
 * which boundWebSockets.js need not do.
 */
export class GatedWebSocket extends EventEmitter {
  /** Messages that were given to the kernel and not taken. */
  pending = 0;
  #webSocket;
  #socket;
  #hold;
  /** @type {[event: string, args: unknown[]][]} what came and was not handed on */
  #waiting = [];
  #isHandingOn = false;
  #isHeld = false;
  /** @type {Buffer | null} that has not been answered */
  #ping = null;

  /**
   * @param {any} webSocket of ws
   * @param {import('node:net').Socket} socket
   * @param {import('./byteAllowance.js').ByteAllowance | null} allowance
   * @param {(held: GatedWebSocket) => void} hold told of one that is not read from, until resumeWhenDue has it read again
   */
  constructor(webSocket, socket, allowance, hold) {
    super();
    this.#webSocket = webSocket;
    this.#socket = socket;
    this.allowance = allowance;
    this.#hold = hold;
    webSocket.on('message', (/** @type {unknown[]} */ ...args) => this.#handOn('message', args));
    webSocket.on('ping', (/** @type {Buffer} */ data) => this.#onPing(data));
    webSocket.on('pong', (/** @type {Buffer} */ data) => this.#spend(data));
    webSocket.on('close', (/** @type {unknown[]} */ ...args) => this.#handOn('close', args));
    webSocket.on('error', (/** @type {Error} */ error) => this.emit('error', error));
  }

  get bufferedAmount() {
    return this.#webSocket.bufferedAmount;
  }

  /** @param {string | Buffer} data @param {(error?: Error) => void} written */
  send(data, written) {
    this.pending++;
    this.#webSocket.send(data, (/** @type {Error | undefined} */ error) => {
      this.pending--;
      written(error);
    });
  }

  close() {
    this.#webSocket.close();
  }

  /** Ends it now, and hears nothing of it any more. */
  terminate() {
    this.#waiting = [];
    this.#webSocket.terminate();
  }

  /** @returns {boolean} whether it is read from again */
  resumeWhenDue() {
    if (!this.#mayRead() && !this.#socket.destroyed) return false;
    this.#isHeld = false;
    this.#next();
    if (!this.#isHeld) this.#webSocket.resume();
    return !this.#isHeld;
  }

  /** @param {Buffer} data of one frame */
  #spend(data) {
    this.allowance?.spend(data.length + HEADER_BYTES, 1);
  }

  #mayRead() {
    return this.#socket.writableLength <= UNREAD_MAX_BYTES && !this.allowance?.waitMs;
  }

  /** @param {string} event @param {unknown[]} args */
  #handOn(event, args) {
    this.#waiting.push([event, args]);
    if (!this.#isHandingOn && !this.#isHeld) this.#next();
  }

  /** One in a tick: Socket.IO hands packets on in the next, and what they cost is known after it. */
  #next() {
    this.#isHandingOn = false;
    if (!this.#mayRead() && !this.#socket.destroyed) return this.#pause();
    const first = this.#waiting.shift();
    if (!first) return;
    const [event, args] = first;
    if (event === 'message') this.#spend(/** @type {Buffer} */ (args[0]));
    this.emit(event, ...args);
    this.#isHandingOn = true;
    process.nextTick(() => this.#next());
  }

  #pause() {
    if (this.#isHeld) return;
    this.#isHeld = true;
    this.#answerPing();
    this.#webSocket.pause();
    this.#hold(this);
  }

  /** @param {Buffer} data */
  #onPing(data) {
    this.#spend(data);
    if (this.#ping === null) setImmediate(() => this.#answerPing());
    this.#ping = data;
    if (!this.#mayRead()) this.#pause();
  }

  #answerPing() {
    if (this.#ping !== null) this.#webSocket.pong(this.#ping, false, () => {});
    this.#ping = null;
  }
}
