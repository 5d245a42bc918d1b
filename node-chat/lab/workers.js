import { Piscina } from 'piscina';
import { ChatError } from '../src/ChatError.js';
import { contract } from '../src/contract.js';
import { Leaks } from './leaks.js';
import { openReleaseChannel } from './releaseChannel.js';
import { TaskQueue } from './taskQueue.js';

/**
 * Threads that take lab calls, one at a time each; the others wait in the order they came.
 * @param {number} count
 * @returns {import('./call.js').Place & { figures: () => { workers: number, busy: number, waiting: number } }}
 */
export function createWorkers(count) {
  const pool = new Piscina({
    filename: new URL('./thread.js', import.meta.url).href,
    name: 'take',
    minThreads: count,
    maxThreads: count,
    // So that a thread without work runs its event loop, and hears the release channel.
    atomics: 'disabled',
  });
  // Piscina ends the thread of a task that is called off, even where it has begun.
  const queue = new TaskQueue(count, contract.lab.waitingMax);
  const releaseChannel = openReleaseChannel();
  const leaks = new Leaks();
  return {
    async run(what, asked, signal) {
      if (queue.isFull) throw new ChatError('too_many_lab_calls', { retryAfter: 1 });
      return queue.run(async () => {
        const task = what === 'leak' ? leaks.counted(asked) : asked;
        return pool.run({ what, task });
      }, signal);
    },
    release: () => leaks.end((generation) => releaseChannel.postMessage(generation)),
    figures: () => ({ workers: count, busy: queue.running, waiting: queue.waiting }),
    async close() {
      releaseChannel.close();
      await pool.destroy();
    },
  };
}
