import { ChatError } from '../ChatError.js';
import { contract } from '../contract.js';
import { calls } from './calls.js';
import { letGo } from './kept.js';
import { Leaks } from './leaks.js';
import { closeMongo } from './slowQueries/mongo.js';
import { timed } from './timed.js';

const { waitingMax } = contract.lab;

/** Lab calls on the event loop itself: it stands still for most of them. @returns {import('./place.js').Place} */
export function createEventLoop() {
  const leaks = new Leaks();
  let waiting = 0;
  return {
    async run(what, asked) {
      const task = what === 'leak' ? leaks.counted(asked) : asked;
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
    letGo: () => leaks.end(letGo),
    close: closeMongo,
  };
}
