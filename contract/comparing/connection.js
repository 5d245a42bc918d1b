import net from 'node:net';
import { afterSilence } from './patience.js';

/**
 * @typedef {object} Seen what came back for one request
 * @property {number} status
 * @property {Record<string, string[]>} headers by lower-case name
 * @property {Buffer} body
 *
 * @typedef {object} Asked
 * @property {boolean} bodiless the answer has no body, as HEAD's
 * @property {(seen: Seen | undefined) => void} done undefined: closed, or silent for too long
 * @property {() => void} stop ends the waiting for it
 */

const SILENCE_MS = 15_000;
const HEAD_END = Buffer.from('\r\n\r\n');

/**
 * A keep-alive connection of HTTP/1.1 that sends bytes as they are, several requests ahead if asked so: Node's own client
 * would refuse, or mend, much of what is to be compared.
 */
export class Connection {
  /** @param {URL} url @param {string} from the local address, so that limits per address see somebody else */
  constructor(url, from) {
    this.open = true;
    /** @type {Asked[]} */
    this.waiting = [];
    /** @type {Buffer} */
    this.bytes = Buffer.alloc(0);
    this.socket = net.connect({ port: Number(url.port), host: url.hostname, localAddress: from });
    this.socket.setNoDelay();
    this.socket.on('data', (chunk) => this.#read(chunk));
    this.socket.on('error', () => {});
    for (const event of ['end', 'close']) this.socket.on(event, () => this.#ended());
  }

  /** @param {Buffer} bytes one request @param {boolean} [bodiless] @returns {Promise<Seen | undefined>} */
  ask(bytes, bodiless = false) {
    return new Promise((done) => {
      if (!this.open) return done(undefined);
      const stop = afterSilence(SILENCE_MS, () => this.close());
      this.waiting.push({ bodiless, done, stop });
      this.socket.write(bytes);
    });
  }

  close() {
    this.socket.destroy();
    this.#ended();
  }

  /** @param {Buffer} chunk */
  #read(chunk) {
    this.bytes = this.bytes.length ? Buffer.concat([this.bytes, chunk]) : chunk;
    while (this.waiting.length && this.bytes.length) {
      const found = readAnswer(this.bytes, this.waiting[0].bodiless, false);
      if (!found) return;
      this.bytes = this.bytes.subarray(found.length);
      if (found.seen.status >= 200 || found.seen.status === 101) this.#answer(found.seen);
    }
  }

  #ended() {
    this.open = false;
    // What has no length of its own ends with its connection.
    const found = this.waiting.length && this.bytes.length && readAnswer(this.bytes, this.waiting[0].bodiless, true);
    this.bytes = Buffer.alloc(0);
    if (found) this.#answer(found.seen);
    while (this.waiting.length) this.#answer(undefined);
  }

  /** @param {Seen | undefined} seen */
  #answer(seen) {
    const asked = this.waiting.shift();
    if (!asked) return;
    asked.stop();
    asked.done(seen);
    // A server that says so takes nothing more on this connection; nginx does so behind a 412, and does not say it.
    if (seen?.status === 412 || /close/i.test(seen?.headers.connection?.join() ?? '')) this.close();
  }
}

/**
 * @param {Buffer} bytes @param {boolean} bodiless @param {boolean} ended whether nothing more comes
 * @returns {{seen: Seen, length: number} | undefined} undefined where it is not wholly there
 */
export function readAnswer(bytes, bodiless, ended) {
  const end = bytes.indexOf(HEAD_END);
  if (end < 0) return undefined;
  const [first, ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(first)?.[1] ?? 0);
  /** @type {Record<string, string[]>} */
  const headers = {};
  for (const line of lines) {
    const colon = line.indexOf(':');
    (headers[line.slice(0, colon).toLowerCase()] ??= []).push(line.slice(colon + 1).trim());
  }
  const body = bodyOf(bytes.subarray(end + 4), { status, headers, bodiless, ended });
  return body && { seen: { status, headers, body: body.content }, length: end + 4 + body.length };
}

/**
 * @param {Buffer} rest @param {{status: number, headers: Record<string, string[]>, bodiless: boolean, ended: boolean}} of
 * @returns {{content: Buffer, length: number} | undefined}
 */
function bodyOf(rest, { status, headers, bodiless, ended }) {
  if (bodiless || status < 200 || status === 204 || status === 304) return { content: Buffer.alloc(0), length: 0 };
  if (headers['transfer-encoding']) return dechunked(rest);
  const length = headers['content-length'] && Number(headers['content-length'][0]);
  if (length === undefined) return ended ? { content: rest, length: rest.length } : undefined;
  return rest.length >= length ? { content: rest.subarray(0, length), length } : undefined;
}

/** @param {Buffer} rest @returns {{content: Buffer, length: number} | undefined} */
function dechunked(rest) {
  const chunks = [];
  for (let at = 0; ;) {
    const end = rest.indexOf('\r\n', at);
    if (end < 0) return undefined;
    const size = parseInt(rest.toString('latin1', at, end), 16);
    at = end + 2;
    if (rest.length < at + size + 2) return undefined;
    if (size === 0) return { content: Buffer.concat(chunks), length: at + 2 };
    chunks.push(rest.subarray(at, at + size));
    at += size + 2;
  }
}
