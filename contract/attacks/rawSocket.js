import { randomBytes } from 'node:crypto';
import { FrameReader } from '../proxy/frames.js';
import { dial } from './rawHttp.js';

/** One WebSocket whose every byte is in the hands of the caller. */
export class RawSocket {
  /** @param {import('node:net').Socket} socket @param {string} head the server's answer to the handshake */
  constructor(socket, head) {
    this.socket = socket;
    this.status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0);
    /** @type {import('../proxy/frames.js').Frame[]} */
    this.frames = [];
    this.gone = new Promise((resolve) => socket.on('close', resolve));
    const reader = new FrameReader();
    this.read = (/** @type {Buffer} */ chunk) => void this.frames.push(...reader.push(chunk));
    socket.on('data', this.read);
  }

  /**
   * @param {string} address ws://... @param {Record<string, string | undefined>} [headers] to add, replace or (undefined) leave out
   * @param {string} [from] the address it comes from
   * @returns {Promise<RawSocket>} also where the handshake was refused: see status
   */
  static async open(address, headers = {}, from) {
    const url = new URL(address);
    const socket = await dial(url, from);
    const lines = {
      host: url.host,
      upgrade: 'websocket',
      connection: 'Upgrade',
      'sec-websocket-version': '13',
      'sec-websocket-key': randomBytes(16).toString('base64'),
      ...headers,
    };
    const text = Object.entries(lines).flatMap(([name, value]) =>
      value === undefined ? [] : [`${name}: ${value}\r\n`],
    );
    // As it is written: a URL has resolved its dots.
    const target = /^\w+:\/\/[^/]*(\/.*)$/s.exec(address)?.[1] ?? '/';
    socket.write(Buffer.from(`GET ${target} HTTP/1.1\r\n${text.join('')}\r\n`, 'latin1'));
    const [head, rest] = await new Promise((resolve) => {
      let bytes = Buffer.alloc(0);
      const take = (/** @type {Buffer} */ chunk) => {
        bytes = Buffer.concat([bytes, chunk]);
        const end = bytes.indexOf('\r\n\r\n');
        if (end >= 0) done(end);
      };
      const done = (/** @type {number} */ end) => {
        clearTimeout(timer);
        socket.off('data', take);
        resolve([bytes.toString('latin1', 0, end), bytes.subarray(end + 4)]);
      };
      const timer = setTimeout(() => done(bytes.length), 3000);
      socket.on('data', take);
      socket.on('close', () => done(bytes.length));
    });
    const raw = new RawSocket(socket, head);
    raw.read(rest);
    return raw;
  }

  /** @param {Buffer} bytes */
  write(bytes) {
    if (this.socket.writable) this.socket.write(bytes);
  }

  /** A whole text message. @param {string} text */
  say(text) {
    this.write(frame({ opcode: 1, payload: Buffer.from(text) }));
  }

  /** The text messages that have come. */
  get texts() {
    return this.frames.filter(({ opcode }) => opcode === 1).map(({ payload }) => payload.toString());
  }

  /**
   * How the server ended it: the close code, 1006 where it just hung up, 0 where it is still open.
   * @param {number} [ms]
   */
  async closeCode(ms = 2000) {
    const end = Date.now() + ms;
    for (;;) {
      const close = this.frames.find(({ opcode }) => opcode === 8);
      if (close) return close.payload.length >= 2 ? close.payload.readUInt16BE(0) : 1005;
      if (this.socket.destroyed || this.socket.readableEnded) return 1006;
      if (Date.now() > end) return 0;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  /** @param {(text: string) => boolean} fits @param {number} [ms] @returns {Promise<string | undefined>} */
  async text(fits, ms = 2000) {
    for (const end = Date.now() + ms; ;) {
      const found = this.texts.find(fits);
      if (found !== undefined || Date.now() > end || this.socket.destroyed) return found;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  end() {
    this.socket.destroy();
  }
}

/**
 * A client's frame, with every bit at the caller's choice.
 * @param {object} of
 * @param {number} of.opcode @param {Buffer} [of.payload] @param {boolean} [of.fin] @param {number} [of.reserved] bits 1-7
 * @param {boolean} [of.masked] @param {number | bigint} [of.length] the length it claims @param {2 | 8} [of.lengthBytes] written long
 */
export function frame({
  opcode,
  payload = Buffer.alloc(0),
  fin = true,
  reserved = 0,
  masked = true,
  length,
  lengthBytes,
}) {
  const claimed = BigInt(length ?? payload.length);
  const size = lengthBytes ?? (claimed < 126n ? 0 : claimed < 65_536n ? 2 : 8);
  const head = Buffer.alloc(2 + size);
  head[0] = (fin ? 0x80 : 0) | (reserved << 4) | opcode;
  head[1] = (masked ? 0x80 : 0) | (size === 0 ? Number(claimed) : size === 2 ? 126 : 127);
  if (size === 2) head.writeUInt16BE(Number(claimed), 2);
  if (size === 8) head.writeBigUInt64BE(claimed, 2);
  if (!masked) return Buffer.concat([head, payload]);
  const key = randomBytes(4);
  const hidden = Buffer.from(payload);
  for (let i = 0; i < hidden.length; i++) hidden[i] ^= key[i & 3];
  return Buffer.concat([head, key, hidden]);
}
