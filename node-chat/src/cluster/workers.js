import cluster from 'node:cluster';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createLog } from '../log.js';
import { serveHostMetrics } from './hostMetrics.js';

/** @import { Config } from '../config.js' */

// A process that finds no database ends, so wait before the next start.
const RESTART_MS = 1000;

/**
 * Processes of one host that share a port; each is a whole chat. A process that ends is started again, from the files'
 * current version.
 * @param {Pick<Config, 'processes' | 'host' | 'port' | 'logLevel'>} config
 * @throws {Error} if another program listens at the port
 */
export async function startWorkers({ processes, host, port, logLevel }) {
  await isFree(host, port);
  const log = createLog(logLevel);
  let isStopping = false;
  let hasListened = false;
  serveHostMetrics();
  cluster.on('message', (_worker, message) => {
    hasListened ||= message === 'listening';
  });
  cluster.on('exit', (worker, code, signal) => {
    if (isStopping) return;
    if (!hasListened) process.exit(1); // the worker has logged why
    log.error({ pid: worker.process.pid, code, signal }, 'a process of the chat has ended: it is started again');
    setTimeout(() => isStopping || cluster.fork(), RESTART_MS);
  });
  for (let n = 0; n < processes; n++) cluster.fork();
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT']))
    process.on(signal, () => {
      isStopping = true;
      for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill(signal);
    });
}

/**
 * Sharing a port would hide that another program listens there.
 * @param {string} host @param {number} port @throws {Error} if one does
 */
async function isFree(host, port) {
  const server = createServer().listen(port, host);
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
}
