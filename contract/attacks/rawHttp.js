import net from 'node:net';
import { pause } from '../suite/expect.js';

/**
 * @typedef {object} RawAnswer what came back for bytes that need not be HTTP
 * @property {number[]} statuses of each answer, in order
 * @property {string} text all that came
 * @property {boolean} closed by the server
 */

/**
 * Opens a bare TCP connection; the errors of a connection that the server resets are no errors here.
 * @param {URL} url @param {string} [from] the address it comes from, of which this machine has all of 127.0.0.0/8
 * @returns {Promise<net.Socket>}
 */
export function dial(url, from) {
  return new Promise((resolve, reject) => {
    const to =
      url.protocol === 'unix:'
        ? { path: url.pathname }
        : { port: Number(url.port), host: url.hostname, localAddress: from };
    const socket = net.connect(to, () => resolve(socket));
    socket.setNoDelay();
    socket.on('error', reject);
    socket.on('error', () => {});
  });
}

/**
 * Sends bytes as they are and reads until the server closes, enough answers came, or the time is over.
 * @param {URL} url @param {string | Buffer} bytes strings as Latin-1
 * @param {{ms?: number, answers?: number}} [until] @returns {Promise<RawAnswer>}
 */
export async function sendRaw(url, bytes, { ms = 2000, answers = 1 } = {}) {
  const socket = await dial(url);
  let text = '';
  return new Promise((resolve) => {
    const done = (/** @type {boolean} */ closed) => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ statuses: statusesOf(text), text, closed });
    };
    const timer = setTimeout(() => done(false), ms);
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      // A moment more, for what a server may wrongly add.
      if (statusesOf(text).length >= answers) setTimeout(() => done(false), 30);
    });
    socket.on('close', () => done(true));
    socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
  });
}

/** @param {string} text */
const statusesOf = (text) => [...text.matchAll(/HTTP\/1\.[01] (\d{3}) /g)].map(([, status]) => Number(status));

/**
 * Holds connections open that have sent a beginning and go on, now and then, with a byte more.
 * @param {URL} url @param {number} count @param {string | Buffer} beginning
 * @param {{drip?: string, everyMs?: number, from?: string}} [how] `from`: the address of its own that they come from
 * @returns {Promise<{release: () => void, leftAfter: (ms: number) => Promise<number>}>} `release` closes them all; `leftAfter`
 *   tells how many the server has not closed by then, sooner where it has closed all
 */
export async function holdOpen(url, count, beginning, { drip = '', everyMs = 100, from } = {}) {
  /** @type {net.Socket[]} */
  const sockets = [];
  for (let i = 0; i < count; i++) {
    const socket = await dial(url, from).catch(() => undefined);
    if (!socket) break;
    socket.resume();
    socket.write(beginning);
    sockets.push(socket);
  }
  const gone = Promise.all(
    sockets.map((socket) => new Promise((resolve) => (socket.closed ? resolve(0) : socket.on('close', resolve)))),
  );
  const timer = drip
    ? setInterval(() => sockets.forEach((socket) => socket.writable && socket.write(drip)), everyMs)
    : undefined;
  return {
    release: () => {
      clearInterval(timer);
      for (const socket of sockets) socket.destroy();
    },
    leftAfter: async (ms) => {
      await Promise.race([gone, pause(ms)]);
      return count - sockets.filter(({ closed }) => closed).length;
    },
  };
}
