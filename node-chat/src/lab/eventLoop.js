import { ChatError } from '../ChatError.js';
import { contract } from '../contract.js';
import { calls } from './calls.js';
import { timed } from './timed.js';

const { waitingMax } = contract.lab;

/** Lab calls on the event loop itself: it stands still for most of them. */
export function createEventLoop() {
  let waiting = 0;
  return {
    /** @param {string} what @param {import('./call.js').Task} task */
    async run(what, task) {
      const { occupy, besides } = calls[what];
      if (!besides || task.blocking) return timed(() => occupy(task));
      if (waiting >= waitingMax) throw new ChatError('too_many_lab_calls', { retryAfter: 1 });
      waiting++;
      try {
        return await timed(() => besides(task));
      } finally {
        waiting--;
      }
    },
  };
}
