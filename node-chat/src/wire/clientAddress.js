import { isIP } from 'node:net';

const LOOPBACK = /^(?:::ffff:)?127\.|^::1$/;

/**
 * The address of the client: behind a proxy on this machine the last that X-Forwarded-For names, which the proxy itself wrote.
 * @param {import('node:http').IncomingMessage} request
 * @param {boolean} trustProxy
 * @returns {string}
 */
export function clientAddress(request, trustProxy) {
  const peer = request.socket.remoteAddress ?? '';
  if (!trustProxy || !LOOPBACK.test(peer)) return peer;
  const last =
    String(request.headers['x-forwarded-for'] ?? '')
      .split(',')
      .at(-1)
      ?.trim() ?? '';
  return isIP(last) ? last : peer;
}
