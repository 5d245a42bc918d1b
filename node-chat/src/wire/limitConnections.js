import { readFileSync } from 'node:fs';
import { shareOf } from './addressShare.js';

// The store appends to files, and pages are read from files: they need descriptors when every client has one.
const SPARE = 64;

// A connection that is kept alive between requests goes when that much of the limit is taken.
const CROWDED = 0.9;
const LOOKED_AT_MS = 1000;

/**
 * @typedef {object} Line a connection
 * @property {string} address
 * @property {number} requests that are being answered
 * @property {boolean} takes whether it takes from the share of its address
 */

/**
 * Refuses connections before the process has no descriptor left. At the limit itself libuv closes what it cannot accept
 * and tells nobody, and the store could not open its files.
 * @param {import('node:http').Server} server
 * @param {number} limit see connectionLimit
 * @param {object} parts
 * @param {import('../log.js').ThrottledLog} parts.log
 * @param {import('./metrics.js').Metrics} parts.metrics
 * @param {import('../chat/limits/shares.js').Shares | null} parts.shares null: an address may hold any number of connections
 */
export function limitConnections(server, limit, { log, metrics, shares }) {
  server.maxConnections = limit;
  server.on('drop', (client) => refused('as many are open as descriptors allow (ulimit -n)', client?.remoteAddress));
  if (shares) shareAmongAddresses(server, shares, refused);

  const crowd = setInterval(() => {
    const room = limit * (1 - CROWDED);
    server.getConnections((_, count) => count > server.maxConnections - room && server.closeIdleConnections());
  }, LOOKED_AT_MS).unref();
  server.on('close', () => clearInterval(crowd));

  /** @param {string} why @param {string | undefined} address */
  function refused(why, address) {
    metrics.countError('too_many_connections');
    log.refusal(`connection refused: ${why}`, { address, limit });
  }
}

/**
 * A connection takes from the share of its address while no request of it is being answered: it is new, idle, or has begun a
 * request and not ended it. Who comes in when the share is used up takes the place of an idle one.
 * @param {import('node:http').Server} server
 * @param {import('../chat/limits/shares.js').Shares} shares
 * @param {(why: string, address: string) => void} refused
 */
function shareAmongAddresses(server, shares, refused) {
  /** @type {Map<import('node:net').Socket, Line>} */
  const lines = new Map();
  /** @type {Map<string, Map<import('node:net').Socket, number>>} by address: the idle, and how many bytes had come from each by then */
  const idle = new Map();

  server.on('connection', (socket) => {
    const address = shareOf(socket.remoteAddress ?? '');
    if (!shares.hasRoom(address) && !makeRoom(address)) {
      refused('its address has as many that wait for requests as it may', address);
      return void socket.destroy();
    }
    const line = { address, requests: 0, takes: false };
    lines.set(socket, line);
    take(line);
    socket.on('close', forget);
  });
  server.prependListener('request', (request, response) => {
    const { socket, headers } = request;
    const line = lines.get(socket);
    if (!line) return;
    line.requests++;
    noLongerIdle(socket, line);
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
    if (!hasBody) release(line);
    else if (line.requests === 1) request.once('end', () => release(line));
    response.once('close', () => onAnswered(socket, line));
  });
  server.prependListener('upgrade', ({ socket }) => forget.call(socket));

  /** @param {import('node:net').Socket} socket @param {Line} line */
  function onAnswered(socket, line) {
    if (--line.requests > 0 || socket.destroyed || !lines.has(socket)) return;
    if (!line.takes && !shares.hasRoom(line.address) && !makeRoom(line.address)) return void socket.destroy();
    take(line);
    const others = idle.get(line.address) ?? new Map();
    idle.set(line.address, others.set(socket, socket.bytesRead));
  }

  /** Closes the longest idle connection of an address. @param {string} address @returns {boolean} whether there was one */
  function makeRoom(address) {
    for (const [socket, bytesRead] of idle.get(address) ?? []) {
      const line = /** @type {Line} */ (lines.get(socket));
      noLongerIdle(socket, line);
      if (socket.bytesRead !== bytesRead) continue; // it has begun another request
      forget.call(socket);
      socket.destroy();
      return true;
    }
    return false;
  }

  /** @param {import('node:net').Socket} socket @param {Line} line */
  function noLongerIdle(socket, { address }) {
    const others = idle.get(address);
    if (others?.delete(socket) && others.size === 0) idle.delete(address);
  }

  /** @param {Line} line */
  function take(line) {
    if (line.takes) return;
    line.takes = true;
    shares.take(line.address);
  }

  /** @param {Line} line */
  function release(line) {
    if (!line.takes) return;
    line.takes = false;
    shares.release(line.address);
  }

  /** @this {import('node:net').Socket} */
  function forget() {
    const line = lines.get(this);
    if (!line) return;
    lines.delete(this);
    noLongerIdle(this, line);
    release(line);
    this.off('close', forget);
  }
}

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
