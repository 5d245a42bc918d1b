import { readFileSync } from 'node:fs';

// The store appends to files, and pages are read from files: they need descriptors when every client has one.
const SPARE = 64;

/**
 * Refuses connections before the process has no descriptor left. At the limit itself libuv closes what it cannot accept
 * and tells nobody, and the store could not open its files.
 * @param {import('node:http').Server} server
 * @param {import('../log.js').SeldomLog} log
 * @param {import('./metrics.js').Metrics} metrics
 */
export function limitConnections(server, log, metrics) {
  const descriptors = descriptorLimit();
  const limit = Math.max(descriptors - SPARE, Math.floor(descriptors / 2));
  server.maxConnections = limit;
  server.on('drop', (client) => {
    metrics.countError('too_many_connections');
    log.refusal('connection refused: as many are open as descriptors allow (ulimit -n)', {
      address: client?.remoteAddress,
      limit,
    });
  });
}

/** The soft limit, which Node.js raises to the hard one when it starts. */
function descriptorLimit() {
  try {
    return Number(/^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? Infinity);
  } catch {
    return Infinity; // not Linux
  }
}
