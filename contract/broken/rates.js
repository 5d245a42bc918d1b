import { refuse, sending, telling } from './break.js';

/** @param {import('../proxy/mutant.js').Exchange} x */
const tooMany = (x) => {
  refuse(x, 'too_many_messages');
  x.replyHeaders['retry-after'] = '1';
};

/** Remembers that somebody was refused. @param {import('../proxy/mutant.js').Exchange} x */
const noting = (x) => void (x.is('POST', '/messages') && x.status === 429 && (x.memory.refused = x.cookie));

/** @type {import('../proxy/mutant.js').Mutant[]} */
export const mutants = [
  {
    name: 'takes 29 messages at once',
    breaks: ['a user may post 30 messages'],
    ...sending('/messages', (_, x) => {
      x.memory.posts = (x.memory.posts ?? 0) + 1;
      if (x.memory.posts > 29) tooMany(x);
    }),
  },
  {
    name: 'takes 29 messages at once by socket',
    breaks: ['a user may send 30 messages'],
    ...telling('ack', (ack, { own }) => {
      own.acks = (own.acks ?? 0) + 1;
      return own.acks > 29 ? { ok: false, error: { code: 'too_many_messages' } } : ack;
    }),
  },
  {
    name: 'counts POST and socket together',
    breaks: ['a user may send 30 messages'],
    reply: noting,
    ...telling('ack', (ack, { memory }) =>
      memory.refused ? { ok: false, error: { code: 'too_many_messages' } } : ack,
    ),
  },
  {
    name: 'never refuses a POST for its rate',
    breaks: ['a user who posts faster', 'too_many_messages says in', 'one user at their limit'],
    reply: (x) => void (x.is('POST', '/messages') && x.status === 429 && x.answer(201, { message: {} })),
  },
  {
    name: 'refuses a message for its rate with 503',
    breaks: ['a user who posts faster', 'too_many_messages says in'],
    reply: (x) => void (x.status === 429 && (x.status = 503)),
  },
  {
    name: 'never refuses a socket for its rate',
    breaks: ['a socket that sends faster', 'two sockets of a user share'],
    ...telling('ack', (ack) => (ack.error ? { ok: true, message: {} } : ack)),
  },
  {
    name: 'lets a user wait for minutes',
    breaks: ['too_many_messages says in'],
    reply: (x) => void (x.status === 429 && (x.replyHeaders['retry-after'] = '60')),
  },
  {
    name: 'charges repeats',
    breaks: ['a repeated clientId costs nothing'],
    reply: (x) =>
      void (x.is('POST', '/messages') && x.status === 200 && (x.memory.repeats = (x.memory.repeats ?? 0) + 1)),
    ...sending('/messages', (_, x) => x.memory.repeats > 20 && tooMany(x)),
  },
  {
    name: 'charges repeats that come at once',
    breaks: ['repeats of one clientId at once', 'a repeated clientId costs nothing'],
    ...sending('/messages', (_, x) => (x.memory.posts = (x.memory.posts ?? 0) + 1) > 30 && tooMany(x)),
  },
  {
    name: 'charges repeats that come at once by socket',
    breaks: ['repeats of one clientId at once'],
    ...telling('ack', (ack, { own }) => {
      own.acks = (own.acks ?? 0) + 1;
      return own.acks > 30 ? { ok: false, error: { code: 'too_many_messages' } } : ack;
    }),
  },
  {
    name: 'checks the rate before all else',
    breaks: ['a repeated clientId is 200 even when', 'a message with a fault costs nothing'],
    reply: noting,
    ...sending('/messages', (_, x) => x.memory.refused === x.cookie && tooMany(x)),
  },
  {
    name: 'refuses whatever a socket sends once it was refused',
    breaks: ['by socket a repeated clientId'],
    ...telling('ack', (ack, { own }) => {
      if (ack.error) own.refusal = ack;
      return own.refusal ? { ...ack, ...own.refusal, message: undefined } : ack;
    }),
  },
  {
    name: 'refuses everybody where one is at their limit',
    breaks: ['one user at their limit'],
    reply: noting,
    ...sending('/messages', (_, x) => x.memory.refused && tooMany(x)),
  },
];
