import { WebSocket } from 'ws';
import { Received } from '../received.js';

/** @import { Opened } from '../wires.js' */

/**
 * Opens a WebSocket without a client library.
 * @param {string} address
 * @param {Record<string, string>} headers
 * @param {(text: string, raw: Opened) => void} read reads one text frame
 * @returns {Promise<Opened>}
 */
export async function openWebSocket(address, headers, read) {
  const socket = new WebSocket(address, { headers });
  const received = new Received();
  /** @type {Promise<number>} */
  const closed = new Promise((resolve) => socket.on('close', resolve));
  const raw = { socket, received, closed, status: 101, send: (/** @type {string} */ frame) => socket.send(frame) };
  socket.on('error', () => {});
  socket.on('message', (data, isBinary) => isBinary || read(String(data), raw));
  socket.on('unexpected-response', (_request, response) => {
    raw.status = response.statusCode ?? 0;
    response.destroy();
    socket.terminate();
  });
  await Promise.race([new Promise((resolve) => socket.on('open', resolve)), closed]);
  return raw;
}
