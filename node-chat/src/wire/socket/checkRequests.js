import { STATUS_CODES } from 'node:http';
import { ChatError } from '../../ChatError.js';
import { isNoRequest } from '../http/exactPaths.js';
import { isSocketPath } from './socketPath.js';

const HEADER_LOGGED = 200; // characters
// As Engine.IO answers for a transport that it does not have.
const NO_SUCH_TRANSPORT = { code: 0, message: 'Transport unknown' };

/**
 * A middleware of Engine.IO, run before every request of a socket: its handshake, its upgrade, each poll and each POST
 * of long-polling. (Engine.IO asks its own `allowRequest` at the handshake alone.)
 * @param {import('../parts.js').WireParts} parts
 * @param {(request: import('node:http').IncomingMessage) => string | null} crowded why there is no room
 */
export function checkRequests({ origins, addressOf, log, countError }, crowded) {
  /** @param {any} request @param {import('node:http').ServerResponse} response @param {() => void} next */
  return function check(request, response, next) {
    if (isNoRequest(request)) return refuse(400, { error: new ChatError('bad_request') });
    // Engine.IO goes by the beginning of the path.
    if (!isSocketPath(request.url)) return refuse(404, { error: new ChatError('not_found') });
    if (!origins.admits(request.headers)) {
      const { origin, 'sec-fetch-site': site } = request.headers;
      log.refusal('socket refused: it comes from a page that is not allowed (CHAT_ORIGINS)', {
        origin: origin?.slice(0, HEADER_LOGGED),
        site: site?.slice(0, HEADER_LOGGED),
      });
      return refuseCounted(403, 'origin_not_allowed');
    }
    // JSONP hands its answer to a script element, which any page may hold and for which browsers send cookies.
    if (request._query.j !== undefined) return refuse(400, NO_SUCH_TRANSPORT);
    const why = request._query.sid ? null : crowded(request);
    if (!why) return next();
    log.refusal(`socket refused: ${why}`, { address: addressOf(request) });
    refuseCounted(503, 'too_many_connections');

    /** @param {number} status @param {import('../../contract.js').ErrorCode} code */
    function refuseCounted(status, code) {
      countError(code);
      refuse(status, { error: new ChatError(code) });
    }

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
