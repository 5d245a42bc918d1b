import cluster from 'node:cluster';
import { AggregatorRegistry } from 'prom-client';

/** @typedef {any[]} Figures the metrics of one process, whose `type` is a word (a number in prom-client's types) */

// The type of the message by which a process answers prom-client's question of the primary.
const ANSWER = 'prom-client:getMetricsRes';

/** In the primary process: tells each process that asks the metrics of all. */
export function serveHostMetrics() {
  const registry = new AggregatorRegistry();
  /** @type {Map<number, Figures>} the newest by process */
  const newest = new Map();
  /** Counters of all ended processes, so that no sum steps back. */
  let ended = Promise.resolve(/** @type {Figures} */ ([]));
  const sum = async () => AggregatorRegistry.aggregate([await ended, ...newest.values()]).metrics();
  cluster.on('exit', ({ id }) => {
    const counters = newest.get(id)?.filter(({ type }) => type !== 'gauge') ?? [];
    newest.delete(id);
    ended = ended.then((before) => AggregatorRegistry.aggregate([before, counters]).getMetricsAsJSON());
  });
  cluster.on('message', async (worker, message) => {
    if (message.type === ANSWER && message.metrics && !worker.isDead()) newest.set(worker.id, message.metrics.flat());
    if (message !== 'metrics') return;
    const metrics = await registry.clusterMetrics().then(sum, () => null);
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
  const answer = new Promise((resolve) => {
    process.on('message', function receive(/** @type {{ metrics?: string | null }} */ message) {
      if (typeof message.metrics !== 'string' && message.metrics !== null) return;
      process.off('message', receive);
      resolve(message.metrics);
    });
  });
  process.send?.('metrics');
  return (await answer) ?? Promise.reject(new Error('a process of this host does not tell its metrics'));
}
