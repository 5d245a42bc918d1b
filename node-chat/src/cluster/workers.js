import cluster from 'node:cluster';
import { createLog } from '../log.js';

// A database may be away, and a process that finds none ends.
const AGAIN_MS = 1000;

/**
 * Processes of one host that share a port: each is a whole chat. One that ends is started again.
 * @param {Pick<import('../config.js').Config, 'processes' | 'logLevel'>} config
 */
export function startWorkers({ processes, logLevel }) {
  const log = createLog(logLevel);
  let isStopping = false;
  let hasListened = false;
  cluster.on('listening', () => (hasListened = true));
  for (let n = 0; n < processes; n++) cluster.fork();
  cluster.on('exit', ({ process: { pid } }, code, signal) => {
    if (isStopping) return;
    if (!hasListened) process.exit(1); // it has said why
    log.error({ pid, code, signal }, 'a process of the chat has ended: it is started again');
    setTimeout(() => isStopping || cluster.fork(), AGAIN_MS);
  });
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT']))
    process.on(signal, () => {
      isStopping = true;
      for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill(signal);
    });
}
