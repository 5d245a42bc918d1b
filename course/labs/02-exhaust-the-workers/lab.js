import { arrive } from './arrivals.js';

const CELLS = /** @type {const} */ ([
  { key: 'node-worker', chat: 'node', where: 'worker', name: 'Node.js, worker threads' },
  { key: 'node-loop', chat: 'node', where: 'loop', name: 'Node.js, its loop' },
  { key: 'laravel-worker', chat: 'laravel', where: 'worker', name: 'Laravel, php-fpm workers' },
  { key: 'laravel-loop', chat: 'laravel', where: 'loop', name: 'Laravel, its loop' },
]);

/** @type {import('../../src/lab.js').Lab} */
export default {
  title: 'Exhaust the workers',
  question:
    'Each request calls another server, which answers after 200 ms; nobody computes anything. More and more such requests come to a pool of 4 workers and to an event loop. When does each get slow?',
  predict: {
    choices: [
      'The pool above 20 requests a second (4 workers, 5 requests a second each); the loop does not get slow.',
      'Both at the same rate: the other server is the same.',
      'The loop first: it is one thread, the pool has four workers.',
    ],
    right: 0,
  },
  runs: [
    'Requests come at a fixed rate to POST /lab/worker/call, then to POST /lab/loop/call: first at half of what the pool can serve, then at twice.',
    'The lab counts 20 times a second how many requests are inside; Little’s law predicts that number.',
  ],
  shortForm: 'Each call takes 250 ms, and requests come for 0.6 s at five times the pool’s rate.',
  notes: {
    question:
      'Let the class compute the 20 first: 4 workers / 0.2 s. B forgets who waits: the worker. C mixes up computing and waiting.',
    charts: [
      'Point to the two triangles: the queue grows as long as requests come, and takes as long again to empty. Then to the flat lines at the bottom: the loops, with rate x 0.2 s requests inside.',
    ],
    why: 'Ask for Little’s law on something that the class knows: 10 customers a minute who stay for 30 minutes make 300 in the supermarket.',
  },
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
      text: 'At twice the pool’s rate a request takes at least twice as long with worker threads as on the Node.js loop.',
      least: 2,
    },
    {
      key: 'laravel',
      text: 'At twice the pool’s rate a request takes at least twice as long with php-fpm workers as on the Laravel loop.',
      least: 2,
    },
  ],
  because: [
    'A worker that waits for another server is as occupied as one that computes. With c workers, each held for S seconds, a pool serves c/S requests a second.',
    'Above that rate the queue grows by the excess, every second. It is empty again only long after the rush.',
    'A loop that waits on a timer or a socket holds only some memory for each request: its limit is elsewhere.',
  ],
  tryNext: [
    'infra/down, infra/up --lecture --workers 16 --detach, course/lab 2: the pool holds four times as much. What does a worker cost in memory?',
    'Little’s law says how many workers a service needs: requests a second times seconds that each holds one. Compute it for yours.',
  ],
  exam: {
    question:
      'A pool of 8 workers serves 40 requests a second, each in 150 ms. How many workers are busy on average? Then a database behind the pool slows down, and each request takes 300 ms. What happens?',
    answer:
      'Little’s law: L = rate x time = 40 x 0.15 = 6 busy workers of 8. At 300 ms 12 would have to be busy, but there are 8. They serve 8 / 0.3 = 27 requests a second, so the queue grows by 13 requests every second, until somebody gives up or is refused.',
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
      ...{ says: 'on average', unit: 'ms' },
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
        'Rate x time is Little’s law: served/s times the mean in seconds. Beside it stands what was counted. Both agree, on workers and on loops.',
      ],
    };
  },
};
