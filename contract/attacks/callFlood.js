import { dial } from './rawHttp.js';

const STATUS = /HTTP\/1\.1 (\d{3}) /g;
const RETRY_MS = 20;

/**
 * Asks the same again and again on many connections, each as soon as it has its answer, until it is ended.
 * @param {URL} url @param {object} how
 * @param {number} how.count of connections @param {string[]} how.from the addresses that they come from, in turns
 * @param {() => string} how.request head and body
 * @returns {{end: () => Map<number, number>}} `end` gives how many answers there were of each status
 */
export function callFlood(url, { count, from, request }) {
  /** @type {Map<number, number>} */
  const answers = new Map();
  /** @type {Set<import('node:net').Socket>} */
  const sockets = new Set();
  let isOver = false;

  /** @param {string} address */
  async function connect(address) {
    const socket = await dial(url, address).catch(() => undefined);
    if (isOver) return void socket?.destroy();
    if (!socket) return again(address);
    sockets.add(socket);
    socket.setEncoding('latin1');
    socket.on('data', (/** @type {string} */ text) => {
      for (const [, status] of text.matchAll(STATUS)) {
        answers.set(Number(status), (answers.get(Number(status)) ?? 0) + 1);
        socket.write(request());
      }
    });
    socket.on('close', () => {
      sockets.delete(socket);
      again(address);
    });
    socket.write(request());
  }

  /** @param {string} address */
  const again = (address) => void (isOver || setTimeout(connect, RETRY_MS, address));

  for (let i = 0; i < count; i++) connect(from[i % from.length]);
  return {
    end() {
      isOver = true;
      for (const socket of sockets) socket.destroy();
      return answers;
    },
  };
}
