import { readFileSync } from 'node:fs';

// The store appends to files, and pages are read from files: they need descriptors when every client has one.
const SPARE = 64;

// A connection that is kept alive between requests goes when that much of the limit is taken.
const CROWDED = 0.9;
const LOOKED_AT_MS = 1000;

/**
 * Refuses connections before the process has no descriptor left. At the limit itself libuv closes what it cannot accept
 * and tells nobody, and the store could not open its files.
 * @param {import('node:http').Server} server
 * @param {number} limit see connectionLimit
 * @param {object} parts
 * @param {import('../log.js').SeldomLog} parts.log
 * @param {import('./metrics.js').Metrics} parts.metrics
 * @param {import('./shares.js').Shares | null} parts.shares null: an address may hold any number of connections
 */
export function limitConnections(server, limit, { log, metrics, shares }) {
  server.maxConnections = limit;
  server.on('drop', (client) => refused('as many are open as descriptors allow (ulimit -n)', client?.remoteAddress));
  if (shares) shareAmongAddresses(server, shares, refused);

  const crowd = setInterval(() => {
    server.getConnections((_, count) => count > limit * CROWDED && server.closeIdleConnections());
  }, LOOKED_AT_MS).unref();
  server.on('close', () => clearInterval(crowd));

  /** @param {string} why @param {string | undefined} address */
  function refused(why, address) {
    metrics.countError('too_many_connections');
    log.refusal(`connection refused: ${why}`, { address, limit });
  }
}

/**
 * A connection takes from the share of its address until its first request.
 * @param {import('node:http').Server} server
 * @param {import('./shares.js').Shares} shares
 * @param {(why: string, address: string) => void} refused
 */
function shareAmongAddresses(server, shares, refused) {
  /** @type {Map<import('node:net').Socket, string>} connections that have asked for nothing yet */
  const silent = new Map();

  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? '';
    if (!shares.hasRoom(address)) {
      refused('its address has as many that ask for nothing as it may', address);
      return void socket.destroy();
    }
    shares.take(address);
    silent.set(socket, address);
    socket.on('close', onClose);
  });
  server.prependListener('request', ({ socket }) => hasAsked(socket));
  server.prependListener('upgrade', ({ socket }) => hasAsked(socket));

  /** @param {import('node:net').Socket} socket */
  function hasAsked(socket) {
    const address = silent.get(socket);
    if (address === undefined) return;
    silent.delete(socket);
    shares.release(address);
    socket.off('close', onClose);
  }

  /** @this {import('node:net').Socket} */
  function onClose() {
    hasAsked(this);
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
