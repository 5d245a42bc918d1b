// The store appends to files, and pages are read from files: they need descriptors when every client has one.
const SPARE = 64;

/**
 * Refuses connections before the process has no descriptor left: at the limit itself libuv closes what it cannot
 * accept and tells nobody.
 * @param {import('node:http').Server} server
 * @param {object} parts
 * @param {import('../log.js').ThrottledLog} parts.log
 * @param {(code: string) => void} parts.countError
 */
export function limitConnections(server, { log, countError }) {
  const descriptors = descriptorLimit();
  const limit = Math.max(descriptors - SPARE, Math.floor(descriptors / 2));
  server.maxConnections = limit;
  server.on('drop', (client) => {
    countError('too_many_connections');
    const why = 'connection refused: as many are open as descriptors allow (ulimit -n)';
    log.refusal(why, { address: client?.remoteAddress, limit });
  });
}

/** The soft limit, which Node.js raises to the hard one when it starts. */
function descriptorLimit() {
  const report = /** @type {any} */ (process.report);
  report.excludeNetwork = true; // else it would ask for names of addresses
  return Number(report.getReport().userLimits?.open_files.soft) || Infinity;
}

/**
 * Closes a connection that sends a request while another one is being answered. No browser does, and Node.js would
 * keep all the answers, however many they are.
 * @param {import('node:http').Server} server with all its listeners
 */
export function refusePipelining(server) {
  const answer = server.listeners('request');
  /** @type {WeakSet<import('node:net').Socket>} */
  const busy = new WeakSet();
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const { socket } = request;
    if (busy.has(socket)) return void socket.destroy();
    busy.add(socket);
    response.once('close', () => busy.delete(socket));
    for (const listener of answer) listener.call(server, request, response);
  });
}
