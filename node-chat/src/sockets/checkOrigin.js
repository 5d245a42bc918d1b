import { ServerResponse } from 'node:http';
import { ChatError } from '../ChatError.js';

/** @import { IncomingMessage } from 'node:http' */
/** @import { Services } from '../createServices.js' */

/**
 * A middleware of Engine.IO, which runs before every request of a socket: handshake, upgrade, and each poll and POST of
 * long-polling. Engine.IO's own `allowRequest` checks only handshakes, and answers a refused upgrade with 400.
 * @param {Pick<Services, 'origins' | 'errors'>} services
 */
export function createOriginCheck({ origins, errors }) {
  /**
   * @param {IncomingMessage} request
   * @param {unknown} response a ServerResponse, except for an upgrade
   * @param {() => void} next
   */
  return function checkOrigin({ headers, socket }, response, next) {
    if (origins.admits(headers)) return next();
    const error = errors.report(new ChatError('origin_not_allowed'));
    if (response instanceof ServerResponse) {
      response.writeHead(error.status, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error }));
      return;
    }
    socket.on('error', () => {}); // the client may be gone
    socket.end(`HTTP/1.1 ${error.status} Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  };
}
