import { ChatError } from '../src/ChatError.js';
import { contract } from '../src/contract.js';
import { calls } from './calls.js';
import { release } from './leaked.js';
import { Leaks } from './leaks.js';
import { closeMongo } from './slowQueries/mongo.js';
import { timed } from './timed.js';

const { waitingMax } = contract.lab;

/** Lab calls on the event loop itself: it stands still for most of them. @returns {import('./call.js').Place} */
export function createEventLoop() {
  const leaks = new Leaks();
  let waiting = 0;
  return {
    async run(what, asked) {
      const task = what === 'leak' ? leaks.counted(asked) : asked;
      const { occupy, runAsync } = calls[what];
      if (!runAsync || task.blocking) return timed(() => occupy(task));
      if (waiting >= waitingMax) throw new ChatError('too_many_lab_calls', { retryAfter: 1 });
      waiting++;
      try {
        return await timed(() => runAsync(task));
      } finally {
        waiting--;
      }
    },
    release: () => leaks.end(release),
    close: closeMongo,
  };
}
