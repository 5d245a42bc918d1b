import { refuse } from './break.js';

/** @typedef {import('../proxy/mutant.js').Exchange} Exchange */

/** @param {Exchange} x */
const tooMany = (x) => {
  refuse(x, 'too_many_pages');
  x.replyHeaders['retry-after'] = '1';
};

/** Remembers that somebody was refused. @param {Exchange} x */
const noting = (x) => void (x.is('GET', '/messages') && x.status === 429 && (x.memory.refused = x.cookie));

/** @type {import('../proxy/mutant.js').Mutant[]} */
export const mutants = [
  {
    name: 'lets 99 pages be read at once',
    breaks: ['a user may read 100 pages'],
    request: (x) => {
      if (!x.is('GET', '/messages')) return;
      x.memory.pages = (x.memory.pages ?? 0) + 1;
      if (x.memory.pages > 99) tooMany(x);
    },
  },
  {
    name: 'never refuses a page for its rate',
    breaks: ['a user who reads faster'],
    reply: (x) => void (x.is('GET', '/messages') && x.status === 429 && x.answer(200, { messages: [], more: false })),
  },
  {
    name: 'refuses pages for good',
    breaks: ['a user who reads faster'],
    reply: noting,
    request: (x) => void (x.is('GET', '/messages') && x.memory.refused === x.cookie && tooMany(x)),
  },
  {
    name: 'looks at the rate of pages before their parameters',
    breaks: ['a user who has read too many pages'],
    reply: noting,
    request: (x) => void (x.path === '/messages?limit=0' && x.memory.refused === x.cookie && tooMany(x)),
  },
  {
    name: 'refuses everybody pages where one has read too many',
    breaks: ['a user who has read too many pages'],
    reply: noting,
    request: (x) => void (x.is('GET', '/messages') && x.memory.refused && tooMany(x)),
  },
];
