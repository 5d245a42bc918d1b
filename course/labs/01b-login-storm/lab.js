import { besideWork, waitChart } from '../../src/besideWork.js';

/** @import { Lab } from '../../src/lab.js' */

const LOGINS = 40;
// bcrypt's usual cost takes 50 to 100 ms of processor time for each password.
const COST = 10;

const PLACES = /** @type {const} */ ([
  { key: 'node-loop', chat: 'node', where: 'loop', name: 'Node.js, bcrypt on the loop' },
  { key: 'node-worker', chat: 'node', where: 'worker', name: 'Node.js, bcrypt on worker threads' },
  { key: 'laravel-loop', chat: 'laravel', where: 'loop', name: 'Laravel, bcrypt on the loop' },
  { key: 'laravel-worker', chat: 'laravel', where: 'worker', name: 'Laravel, bcrypt on php-fpm workers' },
]);
// These users ask the workers for something else while they hash.
const FRONT = 'laravel-front';

/** @type {Lab} */
export default {
  servers: 'lecture',
  charts: [
    waitChart([
      ...PLACES.map(({ key, chat, where, name }) => ({ key, name, target: chat, dashed: where === 'worker' })),
      { key: FRONT, name: 'Laravel, the php-fpm workers themselves', target: 'laravel-workers' },
    ]),
  ],
  claims: [
    {
      key: 'node',
      text: 'With bcrypt on the Node.js loop half of the others wait at least twice as long as with bcrypt on threads.',
      atLeast: 2,
    },
    {
      key: 'laravel',
      text:
        'With bcrypt on the Laravel loop half of its users wait at least twice as long as ' +
        'with bcrypt on php-fpm workers.',
      atLeast: 2,
    },
    {
      key: 'front',
      text: 'While all php-fpm workers hash, users of the workers wait at least twice as long as users of the loop.',
      atLeast: 2,
    },
  ],
  head: ['who hashes', 'who is asked', 'storm s', 'p50 ms before', 'p50 ms meanwhile', 'longest ms', 'failed'],
  async run(context) {
    const { rows, compare } = await besideWork(context, {
      places: PLACES,
      workers: { key: FRONT, asked: 'the workers' },
      doing: `${LOGINS} at once`,
      work: ({ chat, where }) =>
        Promise.all(Array.from({ length: LOGINS }, () => context.chats[chat].call(where, 'hash', { cost: COST }))),
      quietMs: 500,
    });
    const loop = 'bcrypt on the loop';
    return {
      rows,
      measured: {
        node: compare(['node-loop', loop], ['node-worker', 'on threads']),
        laravel: compare(['laravel-loop', loop], ['laravel-worker', 'on php-fpm workers']),
        front: compare([FRONT, 'users of the workers'], ['laravel-worker', 'users of the loop']),
      },
    };
  },
};
