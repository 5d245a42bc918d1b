import { arrive } from './arrivals.js';

// Each request keeps a worker waiting so long.
const SERVICE_MS = 200;
// Requests that come, as a multiple of what the workers can answer.
const LOADS = [0.5, 2];
const SECONDS = 3;

const CELLS = /** @type {const} */ ([
  { key: 'node-worker', chat: 'node', where: 'worker', name: 'Node.js, worker threads' },
  { key: 'node-loop', chat: 'node', where: 'loop', name: 'Node.js, its loop' },
  { key: 'laravel-worker', chat: 'laravel', where: 'worker', name: 'Laravel, php-fpm workers' },
  { key: 'laravel-loop', chat: 'laravel', where: 'loop', name: 'Laravel, its loop' },
]);

/** @type {import('../../src/lab.js').Lab} */
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
        const seen = await arrive({
          perSecond,
          seconds: SECONDS,
          request: () => call(where, 'call', { ms: SERVICE_MS }),
          onLook: (at, inside) => load > 1 && point('inside', key, at, inside),
        });
        took[key] = seen.meanSeconds * 1000;
        const littles = seen.perSecond * seen.meanSeconds;
        rows.push([name, perSecond, seen.perSecond, took[key], littles, seen.insideMean, seen.insideMost, seen.failed]);
      }
    }
    const compare = (/** @type {'node' | 'laravel'} */ chat) => ({
      unit: 'ms',
      over: { name: 'a pool of workers', value: took[`${chat}-worker`] },
      under: { name: 'an event loop', value: took[`${chat}-loop`] },
    });
    return {
      table: {
        head: ['who serves', 'come/s', 'served/s', 'mean ms', 'rate x time', 'counted inside', 'most', 'failed'],
        rows,
      },
      measured: { node: compare('node'), laravel: compare('laravel') },
      remarks: [
        'Rate x time is Little’s law: served/s times the mean in seconds. Beside it stands what was counted. ' +
          'Both agree, on workers and on loops.',
      ],
    };
  },
};
