import { Piscina } from 'piscina';
import { ChatError } from '../ChatError.js';
import { contract } from '../contract.js';

const { waitingMax } = contract.lab;

/**
 * Threads that take lab calls, one at a time each; what finds none free waits in the order it came.
 * @param {number} count
 */
export function createWorkers(count) {
  const pool = new Piscina({
    filename: new URL('./thread.js', import.meta.url).href,
    minThreads: count,
    maxThreads: count,
    // A thread without work hears its event loop.
    atomics: 'disabled',
  });
  let underWay = 0;
  return {
    /** @param {string} what @param {import('./call.js').Task} task */
    async run(what, task) {
      if (pool.queueSize >= waitingMax) throw new ChatError('too_many_lab_calls', { retryAfter: 1 });
      underWay++;
      try {
        return await pool.run({ what, task });
      } finally {
        underWay--;
      }
    },
    figures: () => ({ workers: count, busy: underWay - pool.queueSize, waiting: pool.queueSize }),
    close: () => pool.destroy(),
  };
}
