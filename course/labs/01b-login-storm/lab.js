import { probeWhile } from '../../src/probe.js';

const LOGINS = 40;
// bcrypt's usual cost: some 50 to 100 ms of processor time for each password.
const COST = 10;

const CELLS = /** @type {const} */ ([
  { key: 'node-loop', chat: 'node', where: 'loop', name: 'Node.js, bcrypt on the loop' },
  { key: 'node-worker', chat: 'node', where: 'worker', name: 'Node.js, bcrypt on worker threads' },
  { key: 'laravel-loop', chat: 'laravel', where: 'loop', name: 'Laravel, bcrypt on the loop' },
  { key: 'laravel-worker', chat: 'laravel', where: 'worker', name: 'Laravel, bcrypt on php-fpm workers' },
]);
// Users who ask the workers for something else while these hash.
const FRONT = { key: 'laravel-front', name: 'Laravel, the php-fpm workers themselves' };

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
        { key: FRONT.key, name: FRONT.name, target: 'laravel-workers' },
      ],
    },
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
  async run(context) {
    const { say, point, chats } = context;
    /** @type {import('../../src/lab.js').Seen['table']['rows']} */
    const rows = [];
    /** @type {Record<string, number>} */
    const p50 = {};
    for (const { key, chat, where, name } of CELLS) {
      say(`${name}: ${LOGINS} at once`);
      const { url, loopUrl, call } = chats[chat];
      let took = NaN;
      /** @type {Array<{key: string, name: string, url: string}>} */
      const others = [{ key, name, url: loopUrl }];
      if (key === 'laravel-worker') others.push({ ...FRONT, url });
      const seen = await probeWhile(context, {
        urls: others.map((other) => other.url),
        async work() {
          const began = performance.now();
          await Promise.all(Array.from({ length: LOGINS }, () => call(where, 'hash', { cost: COST })));
          took = (performance.now() - began) / 1000;
        },
        quietMs: 500,
        onAnswer: (index, answer) => point('delay', others[index].key, answer.at, answer.ms),
      });
      others.forEach((other, index) => {
        const { quiet, during, failed } = seen[index];
        p50[other.key] = during.percentile(50);
        const asked = other.name === name ? 'the loop' : 'the workers';
        rows.push([name, asked, took, quiet.percentile(50), p50[other.key], during.percentile(100), failed]);
      });
    }
    const compare = (/** @type {string} */ over, /** @type {string} */ under, /** @type {string[]} */ names) => ({
      unit: 'ms',
      over: { name: names[0], value: p50[over] },
      under: { name: names[1], value: p50[under] },
    });
    return {
      table: {
        head: ['who hashes', 'who is asked', 'storm s', 'p50 ms before', 'p50 ms meanwhile', 'longest ms', 'failed'],
        rows,
      },
      measured: {
        node: compare('node-loop', 'node-worker', ['bcrypt on the loop', 'on threads']),
        laravel: compare('laravel-loop', 'laravel-worker', ['bcrypt on the loop', 'on php-fpm workers']),
        front: compare(FRONT.key, 'laravel-worker', ['users of the workers', 'users of the loop']),
      },
    };
  },
};
