import { openLoop, outcomeOf } from '../../src/openLoop.js';

/** @import { Lab } from '../../src/lab.js' */

// Each request keeps a worker waiting this long.
const SERVICE_MS = 200;
// Each load is a multiple of the requests that the workers can answer.
const LOADS = [0.5, 2];
const SECONDS = 3;
const PATIENCE_SECONDS = 60;

const CELLS = /** @type {const} */ ([
  { key: 'node-worker', chat: 'node', where: 'worker', name: 'Node.js, worker threads' },
  { key: 'node-loop', chat: 'node', where: 'loop', name: 'Node.js, its loop' },
  { key: 'laravel-worker', chat: 'laravel', where: 'worker', name: 'Laravel, php-fpm workers' },
  { key: 'laravel-loop', chat: 'laravel', where: 'loop', name: 'Laravel, its loop' },
]);

/** @type {Lab} */
export default {
  servers: 'lecture',
  charts: [
    {
      key: 'inside',
      title: 'Requests inside at twice the pool’s rate',
      x: { label: 's' },
      y: { label: 'requests, waiting or served' },
      lines: CELLS.map(({ key, chat, where, name }) => ({ key, name, target: chat, dashed: where === 'loop' })),
    },
  ],
  claims: [
    {
      key: 'node',
      text:
        'At twice the pool’s rate a request takes at least twice as long with worker threads as ' +
        'on the Node.js loop.',
      atLeast: 2,
    },
    {
      key: 'laravel',
      text:
        'At twice the pool’s rate a request takes at least twice as long with php-fpm workers as ' +
        'on the Laravel loop.',
      atLeast: 2,
    },
  ],
  head: ['who serves', 'come/s', 'served/s', 'mean ms', 'rate x time', 'counted inside', 'most', 'failed'],
  async run({ say, point, chats }) {
    const rows = [];
    /** @type {Record<string, number>} */
    const took = {};
    for (const { key, chat, where, name } of CELLS) {
      const { call, pool } = chats[chat];
      const { workers } = await pool();
      for (const load of LOADS) {
        const perSecond = Math.round((load * workers * 1000) / SERVICE_MS);
        say(`${name} (a pool has ${workers}): ${perSecond} requests/s of ${SERVICE_MS} ms, for ${SECONDS} s`);
        /** @type {number[]} */
        const looks = [];
        const { all, startAt, endAt } = await openLoop({
          ask: () => outcomeOf(call(where, 'call', { ms: SERVICE_MS })),
          rate: perSecond,
          seconds: SECONDS,
          patience: PATIENCE_SECONDS,
          onLook(at, inside) {
            looks.push(inside);
            if (load > 1) point('inside', key, at, inside);
          },
        });
        const answered = all.filter(({ outcome }) => outcome === 'answered');
        took[key] = meanOf(answered.map(({ answeredAt, intendedAt }) => Number(answeredAt) - intendedAt));
        const served = (answered.length * 1000) / (endAt - startAt);
        const littles = (served * took[key]) / 1000;
        const failed = all.length - answered.length;
        rows.push([name, perSecond, served, took[key], littles, meanOf(looks), Math.max(...looks), failed]);
      }
    }
    const compare = (/** @type {'node' | 'laravel'} */ chat) => ({
      unit: 'ms',
      over: { name: 'a pool of workers', value: took[`${chat}-worker`] },
      under: { name: 'an event loop', value: took[`${chat}-loop`] },
    });
    return {
      rows,
      measured: { node: compare('node'), laravel: compare('laravel') },
      remarks: [
        'Rate x time is Little’s law: served/s times the mean in seconds. Beside it stands what was counted. ' +
          'Both agree, on workers and on loops.',
      ],
    };
  },
};

/** @param {number[]} values */
const meanOf = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
