import net from 'node:net';
import { CLOSE, clientFrame, newKey, PING, PONG } from './webSocketFrames.js';
import { FrameReader } from './frameReader.js';

/** @typedef {import('./frameLibrary.js').Frame} Frame */

const JOINED_WITHIN_S = 30;

// One buffer for the reads of all connections: each read is used up before the next one happens.
const READ_BUFFER = Buffer.allocUnsafe(256 * 1024);

/**
 * One joined connection on a bare TCP socket: the handshake, pings and the joining are done here.
 * A connection that ends by itself calls `onBreak` with the reason.
 */
export class Connection {
  bytesReceived = 0;
  #number = 0;
  #joined = false;
  #closed = false;
  #http = '';
  /** @type {FrameReader | null} */
  #reader = null;
  /** @type {(error?: Error) => void} */
  #settle = () => {};
  /** @type {(frame: Frame) => void} */
  onMessages = () => {};
  /** @type {(ack: import('./types.js').Meaning) => void} */
  onAck = () => {};
  /** @type {(reason: string) => void} */
  onBreak = () => {};

  /**
   * @param {object} options
   * @param {import('./types.js').Endpoint} options.endpoint
   * @param {import('./types.js').Wire} options.wire
   * @param {import('./frameLibrary.js').FrameLibrary} options.library
   * @param {import('./types.js').Session} options.session
   * @param {number} [options.bytesPerSecond] how fast it reads once it has joined; as fast as it comes unless given
   */
  constructor({ endpoint, wire, library, session, bytesPerSecond }) {
    this.bytesPerSecond = bytesPerSecond;
    this.endpoint = endpoint;
    this.wire = wire;
    this.library = library;
    this.session = session;
  }

  /** @returns {Promise<void>} once joined @throws {Error} saying what happened instead */
  join() {
    const { hostname, port } = new URL(this.endpoint.socketUrl);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => this.#settle(new Error(`not joined within ${JOINED_WITHIN_S} s`)),
        JOINED_WITHIN_S * 1000,
      );
      this.#settle = (error) => {
        clearTimeout(timer);
        this.#settle = () => {};
        if (!error) return resolve();
        this.close();
        reject(error);
      };
      this.socket = net.connect({
        host: hostname,
        port: Number(port),
        noDelay: true,
        onread: { buffer: READ_BUFFER, callback: (length) => this.#read(length) },
      });
      this.socket.once('connect', () => this.socket?.write(this.#handshake(hostname, port)));
      this.socket.on('error', (error) => this.#end(error.message));
      this.socket.on('close', () => this.#end('closed by the server'));
    });
  }

  /** @param {string} text @param {string} clientId @returns {string | number} the key of the ack that will answer it */
  send(text, clientId) {
    const number = this.#number++;
    if (this.wire.post) {
      this.#post(clientId, this.wire.post(text, clientId, this.session));
      return clientId;
    }
    this.socket?.write(clientFrame(String(this.wire.message?.(text, clientId, number))));
    return this.wire.ackKey?.(number) ?? clientId;
  }

  /** @param {string} key @param {Promise<import('../ledger/ledger.js').Ack>} posted */
  #post(key, posted) {
    posted.then((ack) => this.#closed || this.onAck({ kind: 'ack', key, ack }));
  }

  close() {
    this.#closed = true;
    this.socket?.destroy();
  }

  /** @param {string} host @param {string} port */
  #handshake(host, port) {
    return [
      `GET ${this.wire.path} HTTP/1.1`,
      `Host: ${host}:${port}`,
      'Upgrade: websocket',
      'Connection: Upgrade',
      `Sec-WebSocket-Key: ${newKey()}`,
      'Sec-WebSocket-Version: 13',
      `Cookie: ${this.session.cookie}`,
      '\r\n',
    ].join('\r\n');
  }

  /** @param {number} length bytes in READ_BUFFER @returns {boolean} true: go on reading */
  #read(length) {
    this.bytesReceived += length;
    if (this.#reader) this.#reader.read(READ_BUFFER, length);
    else this.#readHandshake(length);
    if (this.bytesPerSecond === undefined || !this.#joined) return true;
    setTimeout(() => this.socket?.resume(), (length / this.bytesPerSecond) * 1000);
    return false;
  }

  /** @param {number} length */
  #readHandshake(length) {
    this.#http += READ_BUFFER.toString('latin1', 0, length);
    const end = this.#http.indexOf('\r\n\r\n');
    if (end < 0) return;
    if (!this.#http.startsWith('HTTP/1.1 101')) {
      this.#settle(new Error(`the handshake was answered by: ${this.#http.slice(0, 200)}`));
      return;
    }
    const frames = Buffer.from(this.#http.slice(end + 4), 'latin1');
    this.#http = '';
    this.#reader = new FrameReader(this.library, (frame) => this.#take(frame));
    if (this.wire.joinsByHandshake) this.#becomeJoined();
    if (frames.length > 0) this.#reader.read(frames, frames.length);
  }

  /** @param {Frame} frame */
  #take(frame) {
    const { meaning } = frame;
    if (meaning.kind === 'messages') this.onMessages(frame);
    else if (meaning.kind === 'ack') this.onAck(meaning);
    else if (meaning.kind === 'ping') this.#write(meaning.pong ?? clientFrame(String(this.wire.pong)));
    else if (meaning.kind === 'open') this.#open(meaning.socketId);
    else if (meaning.kind === 'joined') this.#becomeJoined();
    else if (meaning.kind === 'refused') this.#settle(new Error(`refused: ${meaning.reason}`));
    else if (meaning.kind === 'closing') this.#end(meaning.reason);
  }

  /** @param {string | undefined} socketId */
  #open(socketId) {
    this.wire.join?.({ socketId, session: this.session }).then(
      (payload) => this.#write(clientFrame(payload)),
      (error) => this.#settle(error),
    );
  }

  #becomeJoined() {
    this.#joined = true;
    this.#settle();
  }

  /** @param {Buffer} bytes */
  #write(bytes) {
    if (this.socket?.writable) this.socket.write(bytes);
  }

  /** @param {string} reason */
  #end(reason) {
    if (this.#closed) return;
    this.#closed = true;
    this.socket?.destroy();
    if (this.#joined) this.onBreak(reason);
    else this.#settle(new Error(reason));
  }
}

/**
 * A wire's reading of text frames, completed by the WebSocket's own control frames.
 * @param {import('./types.js').Wire} wire
 * @returns {(payload: Buffer, opcode: number) => import('./types.js').Meaning}
 */
export function readFrames(wire) {
  return (payload, opcode) => {
    if (opcode === PING) return { kind: 'ping', pong: clientFrame(payload, PONG) };
    if (opcode === PONG) return { kind: 'other' };
    if (opcode !== CLOSE) return wire.read(payload);
    const code = payload.length >= 2 ? payload.readUInt16BE(0) : 1005;
    return { kind: 'closing', reason: `closed with ${code} ${payload.subarray(2)}` };
  };
}
