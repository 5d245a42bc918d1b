import { telling } from './break.js';

/** @type {import('../proxy/mutant.js').Mutant[]} */
export const mutants = [
  {
    name: 'tells nobody who writes',
    breaks: ['who writes is told', 'a word of typing has no answer'],
    ...telling('typing', () => undefined),
  },
  {
    name: 'says that somebody writes, and never who',
    breaks: ['who writes is told', 'six who write at once'],
    ...telling('typing', (event) => ({ ...event, users: [] })),
  },
  {
    name: 'never says that somebody has written',
    breaks: ['who writes is told', 'who writes no more is over'],
    ...telling('typing', (event) => (event.count === 0 ? undefined : event)),
  },
  {
    name: 'names everybody who writes twice',
    breaks: ['six who write at once'],
    ...telling('typing', ({ count, users }) => ({ count, users: [...users, ...users] })),
  },
  {
    name: 'counts each word of typing',
    breaks: ['a word of typing has no answer'],
    ...telling('typing', (event, { own }) => {
      own.words = (own.words ?? 0) + 1;
      return { ...event, count: own.words };
    }),
  },
];
