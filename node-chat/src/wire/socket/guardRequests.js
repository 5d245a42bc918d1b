import { STATUS_CODES } from 'node:http';
import { ChatError } from '../../ChatError.js';

const HEADER_LOGGED = 200; // characters
// As Engine.IO answers for a transport that it does not have.
const NO_SUCH_TRANSPORT = { code: 0, message: 'Transport unknown' };

/**
 * A middleware of Engine.IO, run before every request of a socket: its handshake, its upgrade, each poll and each POST of
 * long-polling. (Engine.IO asks its own `allowRequest` at the handshake alone.)
 * @param {object} parts
 * @param {import('../origins.js').Origins} parts.origins
 * @param {import('../../log.js').SeldomLog} parts.log
 * @param {import('../metrics.js').Metrics} parts.metrics
 */
export function guardRequests({ origins, log, metrics }) {
  /** @param {any} request @param {import('node:http').ServerResponse} response @param {() => void} next */
  return function guard(request, response, next) {
    if (!origins.admits(request.headers)) {
      const { origin, 'sec-fetch-site': site } = request.headers;
      log.refusal('socket refused: it comes from a page that is not allowed (CHAT_ORIGINS)', {
        origin: origin?.slice(0, HEADER_LOGGED),
        site: site?.slice(0, HEADER_LOGGED),
      });
      metrics.countError('origin_not_allowed');
      return refuse(403, { error: new ChatError('origin_not_allowed') });
    }
    // JSONP hands its answer to a script element, which any page may hold and for which browsers send cookies.
    if ('j' in request._query) return refuse(400, NO_SUCH_TRANSPORT);
    next();

    /** @param {number} status @param {object} body */
    function refuse(status, body) {
      if (request.headers.upgrade) return refuseUpgrade(request.socket, status);
      response.writeHead(status, { 'content-type': 'application/json', connection: 'close' });
      response.end(JSON.stringify(body));
    }
  };
}

/** @param {import('node:net').Socket} socket @param {number} status */
function refuseUpgrade(socket, status) {
  socket.on('error', () => {}); // a client that is gone already
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
