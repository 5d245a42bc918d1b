import { probeWhile } from '../../probe.js';

const CELLS = /** @type {const} */ ([
  { key: 'node-loop', chat: 'node', where: 'loop', name: 'Node.js, on the loop' },
  { key: 'node-worker', chat: 'node', where: 'worker', name: 'Node.js, on a worker thread' },
  { key: 'laravel-loop', chat: 'laravel', where: 'loop', name: 'Laravel, on the loop' },
  { key: 'laravel-worker', chat: 'laravel', where: 'worker', name: 'Laravel, on a php-fpm worker' },
]);

// Those whom the other php-fpm workers serve, while one computes.
const NEIGHBOURS = { key: 'laravel-neighbours', name: 'Laravel, the other php-fpm workers' };

/** @type {import('../../lab.js').Lab} */
export default {
  title: 'Block the loop',
  question: 'One request computes for 3 seconds. What do all the others feel meanwhile?',
  predict: {
    choices: [
      'Nothing: the machine has another core.',
      'On an event loop everybody waits until it is done; where a worker computes, nobody notices.',
      'On PHP everybody waits, on Node.js nobody: JavaScript is asynchronous.',
    ],
    right: 1,
  },
  runs: [
    'POST /lab/loop/cpu or /lab/worker/cpu makes one request busy; GET /empty, asked 50 times a second, stands for everybody else.',
    'While a php-fpm worker computes, both are asked: Laravel’s loop, and the other workers.',
  ],
  servers: 'lecture',
  charts: [
    {
      key: 'delay',
      title: 'How long GET /empty takes, by when it was asked',
      x: { label: 's' },
      y: { label: 'ms', scale: 'log' },
      lines: [
        ...CELLS.map(({ key, chat, where, name }) => ({ key, name, target: chat, dashed: where === 'worker' })),
        { key: NEIGHBOURS.key, name: NEIGHBOURS.name, target: 'laravel-workers', dashed: true },
      ],
    },
  ],
  claims: [
    {
      key: 'node',
      text: 'On the Node.js loop half of the others wait at least twice as long as beside a busy worker thread.',
      least: 2,
    },
    {
      key: 'laravel',
      text: 'On the Laravel loop half of the others wait at least twice as long as beside a busy php-fpm worker.',
      least: 2,
    },
  ],
  because: [
    'A loop does one thing at a time: while a handler computes, the loop takes no new connection, reads no request, fires no timer.',
    'Who asks right at the beginning waits for all of it, who asks in the middle for half: the line is a ramp.',
    'A worker is a thread or a process of its own: the operating system gives both their time on the processors.',
  ],
  tryNext: [
    'Four at once: four times curl -X POST -H "content-type: application/json" -d \'{"ms":3000}\' http://127.0.0.1:8000/lab/worker/cpu. Who notices now? That is lab 2.',
    'The same with wait in place of cpu on the loop: it waits without a processor, and nobody notices. With {"blocking": true} everybody does.',
  ],
  exam: {
    question:
      'A Node.js server sorts a list for 200 ms in one of 100 requests; it gets 20 requests a second. For what share of the time does it stand still, and how long does a request that comes then wait on average?',
    answer:
      '0.2 sorts a second x 0.2 s = 4 % of the time; who comes then waits half of it on average, 100 ms. The median shows nothing of that, the 99th percentile does: measure percentiles.',
  },

  async run(context) {
    const { short, say, point, chats } = context;
    const ms = short ? 1000 : 3000;
    /** @type {import('../../lab.js').Seen['table']['rows']} */
    const rows = [];
    /** @type {Record<string, number>} */
    const p50 = {};
    for (const { key, chat, where, name } of CELLS) {
      say(`${name}: computes for ${ms} ms`);
      const { url, loopUrl, call } = chats[chat];
      /** @type {Array<{key: string, asked: string, url: string}>} */
      const others = [{ key, asked: 'the loop', url: loopUrl }];
      if (key === 'laravel-worker') others.push({ key: NEIGHBOURS.key, asked: 'the other workers', url });
      const seen = await probeWhile(context, {
        urls: others.map((other) => other.url),
        work: () => call(where, 'cpu', { ms }),
        quietMs: short ? 100 : 700,
        onAnswer: (place, answer) => point('delay', others[place].key, answer.at, answer.ms),
      });
      others.forEach((other, place) => {
        const { quiet, during, failed } = seen[place];
        p50[other.key] = during.percentile(50);
        rows.push([name, other.asked, quiet.percentile(50), p50[other.key], during.percentile(100), failed]);
      });
    }
    const compare = (/** @type {'node' | 'laravel'} */ chat) => ({
      unit: 'ms, half of the others',
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
