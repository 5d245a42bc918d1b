import { probeWhile } from '../../src/probe.js';

const MS = 3000;

const CELLS = /** @type {const} */ ([
  { key: 'node-loop', chat: 'node', where: 'loop', name: 'Node.js, on the loop' },
  { key: 'node-worker', chat: 'node', where: 'worker', name: 'Node.js, on a worker thread' },
  { key: 'laravel-loop', chat: 'laravel', where: 'loop', name: 'Laravel, on the loop' },
  { key: 'laravel-worker', chat: 'laravel', where: 'worker', name: 'Laravel, on a php-fpm worker' },
]);

// Users of the other php-fpm workers, while one worker computes.
const NEIGHBOURS = { key: 'laravel-neighbours', name: 'Laravel, the other php-fpm workers' };

/** @type {import('../../src/lab.js').Lab} */
export default {
  servers: 'lecture',
  charts: [
    {
      key: 'delay',
      title: 'How long GET /empty takes, by when it was asked',
      x: { label: 's' },
      y: { label: 'ms' },
      lines: [
        ...CELLS.map(({ key, chat, where, name }) => ({ key, name, target: chat, dashed: where === 'worker' })),
        { key: NEIGHBOURS.key, name: NEIGHBOURS.name, target: 'laravel-workers', dashed: true },
      ],
    },
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
  async run(context) {
    const { say, point, chats } = context;
    /** @type {import('../../src/lab.js').Seen['table']['rows']} */
    const rows = [];
    /** @type {Record<string, number>} */
    const p50 = {};
    for (const { key, chat, where, name } of CELLS) {
      say(`${name}: computes for ${MS} ms`);
      const { url, loopUrl, call } = chats[chat];
      /** @type {Array<{key: string, asked: string, url: string}>} */
      const others = [{ key, asked: 'the loop', url: loopUrl }];
      if (key === 'laravel-worker') others.push({ key: NEIGHBOURS.key, asked: 'the other workers', url });
      const seen = await probeWhile(context, {
        urls: others.map((other) => other.url),
        work: () => call(where, 'cpu', { ms: MS }),
        quietMs: 700,
        onAnswer: (index, answer) => point('delay', others[index].key, answer.at, answer.ms),
      });
      others.forEach((other, index) => {
        const { quiet, during, failed } = seen[index];
        p50[other.key] = during.percentile(50);
        rows.push([name, other.asked, quiet.percentile(50), p50[other.key], during.percentile(100), failed]);
      });
    }
    const compare = (/** @type {'node' | 'laravel'} */ chat) => ({
      unit: 'ms',
      over: { name: 'beside a busy loop', value: p50[`${chat}-loop`] },
      under: { name: 'beside a busy worker', value: p50[`${chat}-worker`] },
    });
    return {
      table: {
        head: ['who computes', 'who is asked', 'p50 ms before', 'p50 ms meanwhile', 'longest ms', 'failed'],
        rows,
      },
      measured: { node: compare('node'), laravel: compare('laravel') },
    };
  },
};
