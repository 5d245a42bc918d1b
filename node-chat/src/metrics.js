import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { contract } from './contract.js';

const LAG_INTERVAL_MS = 500;

/** The Prometheus metrics: those of contract.json, and the usual ones of the process. */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  registry.removeSingleMetric('nodejs_version_info'); // answers do not reveal programs and versions
  /** @param {keyof typeof contract.metrics} name */
  const options = (name) => ({ name, help: contract.metrics[name].help, registers: [registry] });
  /** @param {keyof typeof contract.metrics} name @param {() => number} value */
  const gauge = (name, value) =>
    new Gauge({
      ...options(name),
      collect() {
        this.set(value());
      },
    });

  // These are always 0, because the event loop serves HTTP without workers.
  gauge('chat_workers_busy', () => 0);
  gauge('chat_workers_idle', () => 0);

  let lagSeconds = 0;
  let due = performance.now() + LAG_INTERVAL_MS;
  const lag = setInterval(() => {
    const now = performance.now();
    lagSeconds = Math.max(0, now - due) / 1000;
    due = now + LAG_INTERVAL_MS;
  }, LAG_INTERVAL_MS).unref();
  gauge('chat_loop_lag_seconds', () => lagSeconds);

  const errors = new Counter({
    ...options('chat_errors_total'),
    labelNames: contract.metrics.chat_errors_total.labels,
  });
  const stored = new Counter(options('chat_messages_stored_total'));
  const deliveries = new Counter(options('chat_deliveries_total'));
  const insertSeconds = new Histogram({
    ...options('chat_insert_seconds'),
    buckets: contract.metrics.chat_insert_seconds.buckets,
  });
  return {
    /** @param {number} messages that are new @param {number} seconds that the insert took */
    onStored(messages, seconds) {
      stored.inc(messages);
      insertSeconds.observe(seconds);
    },
    /** @param {number} messages @param {number} receivers */
    onDelivered: (messages, receivers) => deliveries.inc(messages * receivers),
    /**
     * @param {{ connections: () => number, online: () => number, bufferedBytes: () => number }} values read at each
     *   request for metrics
     */
    watch({ connections, online, bufferedBytes }) {
      gauge('chat_connections', connections);
      gauge('chat_users_online', online);
      gauge('chat_buffered_bytes', bufferedBytes);
    },
    /** @param {string} code */
    onError: (code) => errors.inc({ code }),
    contentType: registry.contentType,
    text: () => registry.metrics(),
    close: () => clearInterval(lag),
  };
}

/** @typedef {ReturnType<typeof createMetrics>} Metrics */
