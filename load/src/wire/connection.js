import { randomBytes } from 'node:crypto';
import net from 'node:net';
import { CLOSE, clientFrame, PING, PONG } from './webSocketFrames.js';
import { FrameReader } from './frameReader.js';

/** @import { Frame, FrameLibrary } from './frameLibrary.js' */
/** @import { Ack } from '../ledger/ledger.js' */
/** @import { Endpoint, Meaning, Session, Wire } from './types.js' */

const JOINED_WITHIN_S = 30;

// All connections read into one buffer: each read is consumed before the next one.
const READ_BUFFER = Buffer.allocUnsafe(256 * 1024);

/**
 * A user's WebSocket on a bare TCP socket. It makes the handshake, joins the chat, and answers pings. If it breaks
 * after the join, it calls `onBreak` with the reason.
 */
export class Connection {
  bytesReceived = 0;
  #sentCount = 0;
  #joined = false;
  #closed = false;
  #http = '';
  /** @type {FrameReader | null} */
  #reader = null;
  /** @type {(error?: Error) => void} resolves or rejects the promise of `join` */
  #settle = () => {};
  /** @type {Map<string | number | undefined, (ack: Ack) => void>} keys: those that the acks will carry */
  #pendingAcks = new Map();
  /** @type {(frame: Frame) => void} */
  onMessages = () => {};
  /** @type {(reason: string) => void} */
  onBreak = () => {};

  /**
   * @param {object} options
   * @param {Endpoint} options.endpoint
   * @param {Wire} options.wire
   * @param {FrameLibrary} options.library
   * @param {Session} options.session
   */
  constructor({ endpoint, wire, library, session }) {
    this.endpoint = endpoint;
    this.wire = wire;
    this.library = library;
    this.session = session;
  }

  /** @returns {Promise<void>} settles when the user has joined @throws {Error} that says why the user could not join */
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

  /**
   * @param {string} text
   * @param {string} clientId
   * @returns {Promise<Ack>} stays pending if no answer comes over the socket
   */
  send(text, clientId) {
    if (this.wire.post) return this.wire.post(text, clientId, this.session);
    const number = this.#sentCount++;
    return new Promise((resolve) => {
      this.#pendingAcks.set(this.wire.ackKey?.(number) ?? clientId, resolve);
      this.#write(clientFrame(String(this.wire.message?.(text, clientId, number))));
    });
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
      `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
      'Sec-WebSocket-Version: 13',
      `Cookie: ${this.session.cookie}`,
      '\r\n',
    ].join('\r\n');
  }

  /** @param {number} length number of bytes in READ_BUFFER @returns {boolean} true: continue to read */
  #read(length) {
    this.bytesReceived += length;
    if (this.#reader) this.#reader.read(READ_BUFFER, length);
    else this.#readHandshake(length);
    return true;
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
    this.#reader = new FrameReader(this.library, (frame) => this.#handle(frame));
    if (this.wire.joinsByHandshake) this.#becomeJoined();
    if (frames.length > 0) this.#reader.read(frames, frames.length);
  }

  /** @param {Frame} frame */
  #handle(frame) {
    const { meaning } = frame;
    if (meaning.kind === 'messages') this.onMessages(frame);
    else if (meaning.kind === 'ack') this.#answer(meaning);
    else if (meaning.kind === 'ping') this.#write(meaning.pong ?? clientFrame(String(this.wire.pong)));
    else if (meaning.kind === 'open') this.#open(meaning.socketId);
    else if (meaning.kind === 'joined') this.#becomeJoined();
    else if (meaning.kind === 'refused') this.#settle(new Error(`refused: ${meaning.reason}`));
    else if (meaning.kind === 'closing') this.#end(meaning.reason);
  }

  /** @param {Meaning} meaning that of an ack */
  #answer({ key, ack }) {
    this.#pendingAcks.get(key)?.(/** @type {Ack} */ (ack));
    this.#pendingAcks.delete(key);
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
 * Reads the WebSocket's control frames itself, and leaves all other frames to the wire.
 * @param {Wire} wire
 * @returns {(payload: Buffer, opcode: number) => Meaning}
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
