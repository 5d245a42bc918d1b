import { arrive } from './arrivals.js';

const CELLS = /** @type {const} */ ([
  { key: 'node-worker', chat: 'node', where: 'worker', name: 'Node.js, worker threads' },
  { key: 'node-loop', chat: 'node', where: 'loop', name: 'Node.js, its loop' },
  { key: 'laravel-worker', chat: 'laravel', where: 'worker', name: 'Laravel, php-fpm workers' },
  { key: 'laravel-loop', chat: 'laravel', where: 'loop', name: 'Laravel, its loop' },
]);

/** @type {import('../../lab.js').Lab} */
export default {
  title: 'Exhaust the workers',
  question:
    'Each request asks another server, which takes 200 ms: nobody computes anything. More and more such requests come to a pool of 4 workers, and to an event loop. When does it get slow?',
  predict: {
    choices: [
      'The pool at more than 20 requests a second: 4 workers, 5 requests a second each; the loop does not notice.',
      'Both at the same rate: the other server is the same.',
      'The loop first: it is one thread, the pool has four.',
    ],
    right: 0,
  },
  runs: [
    'Requests come at a fixed rate to POST /lab/worker/call, then to /lab/loop/call: at half of what the pool can do, then at twice.',
    'How many requests are in the house is counted 20 times a second; Little’s law says what it has to be.',
  ],
  servers: 'lecture',
  charts: [
    {
      key: 'inside',
      title: 'Requests in the house at twice the pool’s rate',
      x: { label: 's' },
      y: { label: 'requests that wait or are served' },
      lines: CELLS.map(({ key, chat, where, name }) => ({ key, name, target: chat, dashed: where === 'loop' })),
    },
  ],
  claims: [
    {
      key: 'node',
      text: 'At twice the pool’s rate a request takes with worker threads at least twice as long as on the Node.js loop.',
      least: 2,
    },
    {
      key: 'laravel',
      text: 'At twice the pool’s rate a request takes with php-fpm workers at least twice as long as on the Laravel loop.',
      least: 2,
    },
  ],
  because: [
    'A worker that waits for somebody else is as taken as one that computes: c workers that are held for S seconds each do c/S requests a second.',
    'Beyond that rate the queue grows by all that is too much, second by second, for as long as it lasts; and it is gone only long after the rush.',
    'A loop that waits by a timer or a socket holds nothing but some memory for each: its limit is elsewhere.',
  ],
  tryNext: [
    'infra/down, infra/up --lecture --workers 16 --detach, load/lab 2: the pool holds four times as much. What does a worker cost in memory?',
    'Little’s law says how many workers a service needs: requests a second times seconds that each holds one. Compute it for yours.',
  ],
  exam: {
    question:
      'A pool of 8 workers serves 40 requests a second, each 150 ms. How many workers are busy on average? Then a database behind it slows down, and each request takes 300 ms. What happens?',
    answer:
      'Little’s law: L = rate x time = 40 x 0.15 = 6 busy of 8. With 300 ms 12 would have to be busy; there are 8, which do 8 / 0.3 = 27 requests a second: the queue grows by 13 requests each second, until somebody gives up or is refused.',
  },

  async run(context) {
    const { short, say, point, chats } = context;
    const { ms, seconds, loads } = short
      ? { ms: 250, seconds: 0.6, loads: [5] }
      : { ms: 200, seconds: 3, loads: [0.5, 2] };
    const rows = [];
    /** @type {Record<string, number>} */
    const took = {};
    for (const { key, chat, where, name } of CELLS) {
      const { call, pool } = chats[chat];
      const { workers } = await pool();
      for (const load of loads) {
        const perSecond = Math.round((load * workers * 1000) / ms);
        say(`${name} (a pool has ${workers}): ${perSecond} requests/s of ${ms} ms, for ${seconds} s`);
        const seen = await arrive(context, {
          ...{ perSecond, seconds, request: () => call(where, 'call', { ms }) },
          onLook: (at, inside) => load > 1 && point('inside', key, at, inside),
        });
        took[key] = seen.meanSeconds * 1000;
        const littles = seen.perSecond * seen.meanSeconds;
        rows.push([name, perSecond, seen.perSecond, took[key], littles, seen.insideMean, seen.insideMost, seen.failed]);
      }
    }
    const compare = (/** @type {'node' | 'laravel'} */ chat) => ({
      unit: 'ms, mean',
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
        'Rate x time is Little’s law, served/s times the mean in seconds; beside it stands what was counted. They are the same whoever serves, in whatever order.',
      ],
    };
  },
};
