import { WebSocket } from 'ws';

/**
 * A bare WebSocket: opens it, or says with which HTTP status the handshake was refused.
 * @param {string} address @param {{cookie?: string, origin?: string, [name: string]: string | undefined}} [headers]
 * @param {(data: string, isBinary: boolean) => void} [onMessage] told here, for the first frame may come with the handshake
 * @returns {Promise<{socket: WebSocket, status: 101, closed: Promise<number>} | {socket: undefined, status: number}>}
 */
export function openBareSocket(address, { cookie, ...others } = {}, onMessage = () => {}) {
  const headers = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined));
  if (cookie) headers.cookie = cookie;
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address, { headers, handshakeTimeout: 10_000, perMessageDeflate: false });
    /** @type {Promise<number>} */
    const closed = new Promise((done) => socket.on('close', (code) => done(code)));
    socket.on('message', (data, isBinary) => onMessage(String(data), isBinary));
    socket.on('open', () => resolve({ socket, status: 101, closed }));
    socket.on('unexpected-response', (_, response) => {
      response.resume();
      socket.on('error', () => {});
      socket.terminate();
      resolve({ socket: undefined, status: response.statusCode ?? 0 });
    });
    socket.on('error', reject);
  });
}

/**
 * JSON text of exactly `size` bytes: the payload with a member `pad` that nobody reads.
 * @param {(payload: any) => string} encode @param {any} payload @param {number} [size]
 */
export function padded(encode, payload, size) {
  if (size === undefined) return encode(payload);
  const bare = Buffer.byteLength(encode({ ...payload, pad: '' }));
  return encode({ ...payload, pad: 'x'.repeat(size - bare) });
}
