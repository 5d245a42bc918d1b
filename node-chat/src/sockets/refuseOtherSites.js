import { ServerResponse } from 'node:http';
import { ChatError } from '../ChatError.js';

const HEADER_LOGGED = 200; // characters

/**
 * A middleware of Engine.IO, run before every request of a socket: its handshake, its upgrade, each poll and POST of
 * long-polling. Engine.IO's own `allowRequest` looks at handshakes alone, and answers a refused upgrade by 400.
 * @param {Pick<import('../createApp.js').Parts, 'origins' | 'log' | 'countError'>} parts
 */
export function refuseOtherSites({ origins, log, countError }) {
  /**
   * @param {import('node:http').IncomingMessage} request
   * @param {unknown} response a ServerResponse, but for an upgrade, which has none
   * @param {() => void} next
   */
  return function refuse({ headers, socket }, response, next) {
    if (origins.admits(headers)) return next();
    log.refusal('socket refused: it comes from a page that is not allowed (CHAT_ORIGINS)', {
      origin: headers.origin?.slice(0, HEADER_LOGGED),
      site: String(headers['sec-fetch-site']).slice(0, HEADER_LOGGED),
    });
    const error = new ChatError('origin_not_allowed');
    countError(error.code);
    if (response instanceof ServerResponse) {
      response.writeHead(error.status, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error }));
      return;
    }
    socket.on('error', () => {}); // a client that is gone already
    socket.end(`HTTP/1.1 ${error.status} Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  };
}
