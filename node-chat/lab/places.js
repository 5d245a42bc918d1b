import pLimit from 'p-limit';
import { Piscina } from 'piscina';
import { ChatError } from '../src/ChatError.js';
import { contract } from '../src/contract.js';
import { perform } from './calls.js';

/** @import { Task } from './calls.js' */

/** @typedef {(what: string, task: Task, signal?: AbortSignal) => Promise<object>} Run */

const { waitingMax } = contract.lab;

/** Lab calls on the event loop itself; most of them block it. */
export const eventLoop = { /** @type {Run} */ run: perform };

/** Threads that run one lab call each at a time; further calls wait in their order. @param {number} count */
export function createWorkers(count) {
  const pool = new Piscina({
    filename: new URL('./thread.js', import.meta.url).href,
    name: 'performOrder',
    minThreads: count,
    maxThreads: count,
  });
  const turns = pLimit(count);
  return {
    /** @type {Run} signal: aborted when the client has disconnected; the call then leaves the queue */
    async run(what, task, signal) {
      if (turns.pendingCount >= waitingMax) throw new ChatError('too_many_lab_calls', { retryAfter: 1 });
      return turns(() => {
        signal?.throwIfAborted();
        return pool.run({ what, task });
      });
    },
    close: () => pool.destroy(),
  };
}
