import { probeWhile } from '../../src/probe.js';

const CELLS = /** @type {const} */ ([
  { key: 'node-loop', chat: 'node', where: 'loop', name: 'Node.js, on the loop' },
  { key: 'node-worker', chat: 'node', where: 'worker', name: 'Node.js, on a worker thread' },
  { key: 'laravel-loop', chat: 'laravel', where: 'loop', name: 'Laravel, on the loop' },
  { key: 'laravel-worker', chat: 'laravel', where: 'worker', name: 'Laravel, on a php-fpm worker' },
]);

// Those whom the other php-fpm workers serve, while one computes.
const NEIGHBOURS = { key: 'laravel-neighbours', name: 'Laravel, the other php-fpm workers' };

/** @type {import('../../src/lab.js').Lab} */
export default {
  title: 'Block the loop',
  question: 'One request computes for 3 seconds. What do all other users feel meanwhile?',
  predict: {
    choices: [
      'Nothing: the machine has another core.',
      'On an event loop everybody waits until it is done. Beside a busy worker nobody notices anything.',
      'On PHP everybody waits, on Node.js nobody: JavaScript is asynchronous.',
    ],
    right: 1,
  },
  runs: [
    'POST /lab/loop/cpu keeps the event loop busy; POST /lab/worker/cpu keeps one worker busy.',
    'GET /empty, asked 50 times a second, stands for all other users.',
    'While a php-fpm worker computes, two addresses are asked: Laravel’s event loop and its other workers.',
  ],
  shortForm: 'The request computes for 1 second in place of 3.',
  notes: {
    question:
      'A forgets that a loop is one thread: a second core does not help it. C mixes up waiting and computing: asynchronous code waits without blocking, but it cannot compute without blocking. Write the votes on the board.',
    charts: [
      'Point to the ramp first. Its highest point is a request that came right after the computation began: it waited for all of it. The ramps of both chats lie on one another, because both loops stop in the same way. Then point to the lines at the bottom: these requests came while a worker computed.',
    ],
    why: 'Ask: what if the handler had waited 3 seconds for a database in place of computing? (Nobody would have noticed: labs 2 and 8.)',
  },
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
      least: 2,
    },
    {
      key: 'laravel',
      text: 'Half of the others wait at least twice as long beside a busy Laravel loop as beside a busy php-fpm worker.',
      least: 2,
    },
  ],
  because: [
    'An event loop does one thing at a time. While a handler computes, the loop accepts no connection, reads no request and fires no timer.',
    'A request that comes at the beginning waits for the whole computation, one that comes in the middle for half of it: the curve is a ramp.',
    'A worker is a thread or a process of its own. The operating system shares the processors among the workers and the loop.',
  ],
  tryNext: [
    'Four at once: four times curl -X POST -H "content-type: application/json" -d \'{"ms":3000}\' http://127.0.0.1:8000/lab/worker/cpu. Who notices now? That is lab 2.',
    'The same with wait in place of cpu on the loop: it waits without a processor, and nobody notices. With {"blocking": true} everybody does.',
  ],
  exam: {
    question:
      'A Node.js server gets 20 requests a second. One request in 100 sorts a list for 200 ms. For what share of the time does the server stand still? How long does a request that comes in such a time wait on average?',
    answer:
      '0.2 sorts a second x 0.2 s = 4 % of the time. A request that comes then waits for half of a sort on average, 100 ms. The median hides that, the 99th percentile shows it: measure percentiles.',
  },

  async run(context) {
    const { short, say, point, chats } = context;
    const ms = short ? 1000 : 3000;
    /** @type {import('../../src/lab.js').Seen['table']['rows']} */
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
      ...{ says: 'half waited longer than', unit: 'ms' },
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
