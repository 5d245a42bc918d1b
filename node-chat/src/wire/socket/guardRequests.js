import { STATUS_CODES } from 'node:http';
import { ChatError } from '../../ChatError.js';
import { contract } from '../../contract.js';
import { shareOf } from '../addressShare.js';
import { clientAddress } from '../clientAddress.js';
import { isNoRequest } from '../http/exactPaths.js';
import { parameterOf } from './query.js';
import { isSocketPath } from './socketPath.js';

const { frameMaxBytes } = contract.limits;
// setTimeout takes no more than 2^31 ms; a request waits no longer for its end anyway.
const WAIT_MAX_MS = 60_000;

// Of the room, what those without a session may fill; the rest is kept for those who have one.
const STRANGERS = 0.75;
const HEADER_LOGGED = 200; // characters
// As Engine.IO answers for a transport that it does not have.
const NO_SUCH_TRANSPORT = { code: 0, message: 'Transport unknown' };

/**
 * A middleware of Engine.IO, run before every request of a socket: its handshake, its upgrade, each poll and each POST of
 * long-polling. (Engine.IO asks its own `allowRequest` at the handshake alone.)
 * @param {object} parts
 * @param {import('../../config.js').Config} parts.config
 * @param {import('../origins.js').Origins} parts.origins
 * @param {import('../../chat/limits/shares.js').Shares | null} parts.shares
 * @param {Map<string, any>} parts.connections those that are open, by their ids; those that poll have no descriptor
 * @param {number} parts.capacity how many clients there may be
 * @param {(request: import('node:http').IncomingMessage) => boolean} parts.hasSession
 * @param {import('../../log.js').ThrottledLog} parts.log
 * @param {import('../metrics.js').Metrics} parts.metrics
 */
export function guardRequests({ config, origins, shares, connections, capacity, hasSession, log, metrics }) {
  /** @param {any} request of a handshake @returns {string | null} why there is no room for it */
  function crowded(request) {
    const address = shareOf(clientAddress(request, config.trustProxy));
    if (shares && !shares.hasRoom(address)) return 'its address has as many that have not joined as it may';
    const count = connections.size;
    if (count < capacity * STRANGERS) return null;
    return count < capacity && hasSession(request) ? null : 'as many are open as may be';
  }

  /** @param {any} request a POST of long-polling @returns {number} ms for which it is not read */
  function chargePolling(request) {
    const allowance = connections.get(parameterOf(request, 'sid') ?? '')?.allowance;
    if (!allowance) return 0;
    const waitMs = Math.min(allowance.waitMs, WAIT_MAX_MS);
    // More than a frame's worth is not read, whatever length is claimed.
    allowance.spend(Math.min(Number(request.headers['content-length'] ?? frameMaxBytes), frameMaxBytes));
    return waitMs;
  }

  /** @param {any} request @param {import('node:http').ServerResponse} response @param {() => void} next */
  return function guard(request, response, next) {
    if (isNoRequest(request)) return refuse(400, { error: new ChatError('bad_request') });
    // Engine.IO goes by the beginning of the path.
    if (!isSocketPath(request.url)) return refuse(404, { error: new ChatError('not_found') });
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
    if (parameterOf(request, 'j') !== undefined) return refuse(400, NO_SUCH_TRANSPORT);
    const why = parameterOf(request, 'sid') ? null : crowded(request);
    if (why) {
      log.refusal(`socket refused: ${why}`, { address: clientAddress(request, config.trustProxy) });
      metrics.countError('too_many_connections');
      return refuse(503, { error: new ChatError('too_many_connections') });
    }
    const waitMs = request.method === 'POST' && config.rateLimits ? chargePolling(request) : 0;
    if (waitMs > 0) setTimeout(next, waitMs);
    else next();

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
