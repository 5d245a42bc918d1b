import { Piscina } from 'piscina';
import { ChatError } from '../ChatError.js';
import { contract } from '../contract.js';
import { Leaks } from './leaks.js';
import { openLettingGo } from './lettingGo.js';

const { waitingMax } = contract.lab;

/**
 * Threads that take lab calls, one at a time each; what finds none free waits in the order it came.
 * @param {number} count
 * @returns {import('./place.js').Place & { figures: () => { workers: number, busy: number, waiting: number } }}
 */
export function createWorkers(count) {
  const pool = new Piscina({
    filename: new URL('./thread.js', import.meta.url).href,
    minThreads: count,
    maxThreads: count,
    // A thread without work hears its event loop, and so that it is to let go.
    atomics: 'disabled',
  });
  const lettingGo = openLettingGo();
  const leaks = new Leaks();
  let underWay = 0;
  return {
    async run(what, asked) {
      if (pool.queueSize >= waitingMax) throw new ChatError('too_many_lab_calls', { retryAfter: 1 });
      const task = what === 'leak' ? leaks.counted(asked) : asked;
      underWay++;
      try {
        return await pool.run({ what, task });
      } finally {
        underWay--;
      }
    },
    letGo: () => leaks.end((generation) => lettingGo.postMessage(generation)),
    figures: () => ({ workers: count, busy: underWay - pool.queueSize, waiting: pool.queueSize }),
    async close() {
      lettingGo.close();
      await pool.destroy();
    },
  };
}
