import cluster from 'node:cluster';
import { AggregatorRegistry } from 'prom-client';

const QUESTION = 'metrics of this host';

/** In the primary process: tells each process that asks the metrics of all. */
export function serveHostMetrics() {
  const registry = new AggregatorRegistry();
  cluster.on('message', async (worker, message) => {
    if (message !== QUESTION) return;
    const metrics = await registry.clusterMetrics().catch(() => null);
    worker.send({ metrics }, () => {}); // it may have ended meanwhile
  });
}

/** @type {Promise<string> | null} one question at a time, shared by all requests */
let asking = null;

/**
 * In one of the processes: the metrics of all of this host, as Prometheus text.
 * @throws {Error} if one of them does not answer within 5 s
 */
export function askHostMetrics() {
  asking ??= ask().finally(() => (asking = null));
  return asking;
}

async function ask() {
  /** @type {Promise<string | null>} */
  const answer = new Promise((resolve) => {
    process.on('message', function receive(/** @type {{ metrics?: string | null }} */ { metrics }) {
      if (metrics === undefined) return;
      process.off('message', receive);
      resolve(metrics);
    });
  });
  process.send?.(QUESTION);
  return (await answer) ?? Promise.reject(new Error('a process of this host does not tell its metrics'));
}
