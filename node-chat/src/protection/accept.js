import { readFileSync } from 'node:fs';
import { contract } from '../contract.js';
import { addressKey } from './clientAddress.js';

// The store appends to files, and pages are read from files: they need descriptors when every client has one.
const SPARE = 64;

const underWay = Symbol('requests under way');

/** @typedef {import('node:net').Socket} Socket */

/**
 * @typedef {object} Waiting connections of an address
 * @property {Set<Socket>} receiving a request begins, or may begin
 * @property {Map<Socket, number>} idle after an answer, the longest first, each with the bytes it had sent by then
 */

/**
 * The door of connections: refuses them before the process has no descriptor left. At the limit itself libuv closes
 * what it cannot accept and tells nobody, and the store could not open its files.
 * @param {import('node:http').Server} server
 * @param {object} parts
 * @param {number} parts.capacity see connectionLimit
 * @param {boolean} parts.sharesAddresses whether an address has a share of the connections that wait
 * @param {import('../log.js').ThrottledLog} parts.log
 * @param {(code: string) => void} parts.countError
 */
export function guardConnections(server, { capacity, sharesAddresses, log, countError }) {
  server.maxConnections = capacity;
  server.on('drop', (client) => refused('as many are open as descriptors allow (ulimit -n)', client?.remoteAddress));
  if (sharesAddresses) shareAmongAddresses(server, contract.limits.unjoinedPerAddressMax, refused);

  /** @param {string} why @param {string | undefined} address */
  function refused(why, address) {
    countError('too_many_connections');
    log.refusal(`connection refused: ${why}`, { address, limit: capacity });
  }
}

/**
 * Bounds the connections of an address that wait: for a request, or for the rest of one. While all requests of a
 * connection are being answered it does not count. Where the share is used up, a new connection takes the place of the
 * longest idle one.
 * @param {import('node:http').Server} server
 * @param {number} max
 * @param {(why: string, address: string) => void} refused
 */
export function shareAmongAddresses(server, max, refused) {
  /** @type {Map<string, Waiting>} by address */
  const waiting = new Map();

  server.on('connection', (socket) => {
    if (wait(socket)) socket.on('close', leave);
    else refused('its address has as many that wait for requests as it may', keyOf(socket));
  });
  server.prependListener('request', (request, response) => {
    const socket = /** @type {any} */ (request.socket);
    const { headers } = request;
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
    socket[underWay] = (socket[underWay] ?? 0) + 1;
    leave.call(socket);
    if (hasBody && socket[underWay] === 1) {
      wait(socket);
      request.once('end', () => socket[underWay] > 0 && leave.call(socket));
    }
    response.once('close', () => {
      if (--socket[underWay] === 0 && !socket.destroyed) wait(socket, socket.bytesRead);
    });
  });
  server.prependListener('upgrade', ({ socket }) => {
    /** @type {any} */ (socket)[underWay] = Infinity; // no longer a matter of requests
    leave.call(socket);
  });

  /**
   * @param {Socket} socket
   * @param {number} [idleSince] the bytes it had sent when it became idle
   * @returns {boolean} false: it was closed, for want of room
   */
  function wait(socket, idleSince) {
    const own = waiting.get(keyOf(socket)) ?? { receiving: new Set(), idle: new Map() };
    own.receiving.delete(socket);
    own.idle.delete(socket);
    if (own.receiving.size + own.idle.size >= max && !closeLongestIdle(own)) {
      socket.destroy();
      return false;
    }
    if (idleSince === undefined) own.receiving.add(socket);
    else own.idle.set(socket, idleSince);
    waiting.set(keyOf(socket), own);
    return true;
  }

  /** @this {Socket} */
  function leave() {
    const own = waiting.get(keyOf(this));
    if (!own) return;
    own.receiving.delete(this);
    own.idle.delete(this);
    if (own.receiving.size + own.idle.size === 0) waiting.delete(keyOf(this));
  }
}

/** @param {Waiting} own @returns {boolean} whether one was idle */
function closeLongestIdle({ receiving, idle }) {
  for (const [socket, bytesRead] of idle) {
    idle.delete(socket);
    if (socket.bytesRead === bytesRead) {
      socket.destroy();
      return true;
    }
    receiving.add(socket); // it has begun another request
  }
  return false;
}

const key = Symbol('key of its address');

/** A closed socket does not know its address any more. @param {any} socket @returns {string} */
const keyOf = (socket) => (socket[key] ??= addressKey(socket.remoteAddress ?? ''));

/** How many connections this process may have: its descriptors, less some to spare. */
export function connectionLimit() {
  const descriptors = descriptorLimit();
  return Math.max(descriptors - SPARE, Math.floor(descriptors / 2));
}

/** The soft limit, which Node.js raises to the hard one when it starts. */
function descriptorLimit() {
  try {
    return Number(/^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? Infinity);
  } catch {
    return Infinity; // not Linux
  }
}
