import { besideWork, waitChart } from '../../src/besideWork.js';

/** @import { Lab } from '../../src/lab.js' */

const MS = 3000;

const PLACES = /** @type {const} */ ([
  { key: 'node-loop', chat: 'node', where: 'loop', name: 'Node.js, on the loop' },
  { key: 'node-worker', chat: 'node', where: 'worker', name: 'Node.js, on a worker thread' },
  { key: 'laravel-loop', chat: 'laravel', where: 'loop', name: 'Laravel, on the loop' },
  { key: 'laravel-worker', chat: 'laravel', where: 'worker', name: 'Laravel, on a php-fpm worker' },
]);

// These users ask the other php-fpm workers while one worker computes.
const NEIGHBOURS = 'laravel-neighbours';

/** @type {Lab} */
export default {
  servers: 'lecture',
  charts: [
    waitChart([
      ...PLACES.map(({ key, chat, where, name }) => ({ key, name, target: chat, dashed: where === 'worker' })),
      { key: NEIGHBOURS, name: 'Laravel, the other php-fpm workers', target: 'laravel-workers', dashed: true },
    ]),
  ],
  claims: [
    {
      key: 'node',
      text: 'Half of the others wait at least twice as long beside a busy Node.js loop as beside a busy worker thread.',
      atLeast: 2,
    },
    {
      key: 'laravel',
      text:
        'Half of the others wait at least twice as long beside a busy Laravel loop as ' +
        'beside a busy php-fpm worker.',
      atLeast: 2,
    },
  ],
  head: ['who computes', 'who is asked', 'p50 ms before', 'p50 ms meanwhile', 'longest ms', 'failed'],
  async run(context) {
    const { rows, compare } = await besideWork(context, {
      places: PLACES,
      workers: { key: NEIGHBOURS, asked: 'the other workers' },
      doing: `computes for ${MS} ms`,
      work: ({ chat, where }) => context.chats[chat].call(where, 'cpu', { ms: MS }),
      quietMs: 700,
    });
    const [loop, worker] = ['beside a busy loop', 'beside a busy worker'];
    return {
      rows: rows.map(([place, asked, , ...ms]) => [place, asked, ...ms]),
      measured: {
        node: compare(['node-loop', loop], ['node-worker', worker]),
        laravel: compare(['laravel-loop', loop], ['laravel-worker', worker]),
      },
    };
  },
};
