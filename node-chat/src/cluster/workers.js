import cluster from 'node:cluster';
import { once } from 'node:events';
import { AggregatorRegistry } from 'prom-client';
import { createLog } from '../log.js';

// A process that finds no database ends, so wait before the next start.
const AGAIN_MS = 1000;

/**
 * Processes of one host that share a port; each is a whole chat. A process that ends is started again. SIGHUP replaces
 * them one by one with the files' current version.
 * @param {Pick<import('../config.js').Config, 'processes' | 'logLevel'>} config
 */
export function startWorkers({ processes, logLevel }) {
  const log = createLog(logLevel);
  /** Workers to start again when they end. @type {Set<import('node:cluster').Worker>} */
  const wanted = new Set();
  let isStopping = false;
  let hasListened = false;
  const metrics = new AggregatorRegistry();
  cluster.on('message', async (worker, said) => {
    if (said === 'listening') {
      hasListened = true;
      worker.emit(said);
    }
    if (said === 'metrics') worker.send({ metrics: await metrics.clusterMetrics().catch(() => null) });
  });
  const start = () => {
    const worker = cluster.fork();
    wanted.add(worker);
    return worker;
  };
  for (let n = 0; n < processes; n++) start();
  cluster.on('exit', (worker, code, signal) => {
    if (isStopping || !wanted.delete(worker)) return;
    if (!hasListened) process.exit(1); // the worker has logged why
    log.error({ pid: worker.process.pid, code, signal }, 'a process of the chat has ended: it is started again');
    setTimeout(() => isStopping || start(), AGAIN_MS);
  });
  process.on('SIGHUP', async () => {
    for (const worker of [...wanted]) {
      // If the new process does not start, the old ones stay.
      await once(start(), 'listening');
      if (!wanted.delete(worker)) continue; // it had ended, and another one has begun
      worker.process.kill('SIGTERM');
    }
  });
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT']))
    process.on(signal, () => {
      isStopping = true;
      for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill(signal);
    });
}

/**
 * In one of them: the metrics of all, as Prometheus text.
 * @throws {Error} where one does not tell within 5 s
 */
export async function askHost() {
  const answer = new Promise((resolve) => {
    process.on('message', function hear(/** @type {{ metrics?: string | null }} */ said) {
      if (said.metrics === undefined) return;
      process.off('message', hear);
      resolve(said.metrics);
    });
  });
  process.send?.('metrics');
  return (await answer) ?? Promise.reject(new Error('a process of this host does not tell its metrics'));
}
