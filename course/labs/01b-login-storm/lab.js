import { probeWhile } from '../../src/probe.js';

const LOGINS = 40;
// The usual cost of bcrypt: some 50 to 100 ms of a processor for each password.
const COST = 10;

const CELLS = /** @type {const} */ ([
  { key: 'node-loop', chat: 'node', where: 'loop', name: 'Node.js, bcrypt on the loop' },
  { key: 'node-worker', chat: 'node', where: 'worker', name: 'Node.js, bcrypt on worker threads' },
  { key: 'laravel-loop', chat: 'laravel', where: 'loop', name: 'Laravel, bcrypt on the loop' },
  { key: 'laravel-worker', chat: 'laravel', where: 'worker', name: 'Laravel, bcrypt on php-fpm workers' },
]);
// Who asks the workers for something else, while they hash.
const FRONT = { key: 'laravel-front', name: 'Laravel, the php-fpm workers themselves' };

/** @type {import('../../src/lab.js').Lab} */
export default {
  title: 'A storm of logins',
  question: `${LOGINS} people log in at the same moment, and the server hashes each password with bcrypt. What does another user feel who only asks for an empty page?`,
  predict: {
    choices: [
      'It depends on the language: Node.js goes on, PHP stands still.',
      'It depends on where bcrypt runs: on the event loop everybody waits for all hashes; on workers the loop goes on.',
      'Everybody waits equally long, wherever bcrypt runs: it is the same work.',
    ],
    right: 1,
  },
  runs: [
    `Asks for ${LOGINS} hashes of cost ${COST} at once: first on the loop, then on workers. Meanwhile GET /empty is asked 50 times a second.`,
    'While the php-fpm workers hash, two addresses are asked: Laravel’s event loop and the workers themselves.',
  ],
  shortForm: '8 logins in place of 40.',
  notes: {
    question: 'A is the usual belief. C is half true: the work is the same, but the queue is not.',
    charts: [
      'Point first to the two solid ramps of the loops: they stood still for all hashes. Then to the line of the php-fpm workers: their users wait too, because all workers hash. The dashed lines at the bottom are the loops while workers hash.',
    ],
    why: 'Ask: in which queue does a login stand, and who else stands there? Both chats hash off the loop, and limit how many logins may wait.',
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
        { key: FRONT.key, name: FRONT.name, target: 'laravel-workers' },
      ],
    },
  ],
  claims: [
    {
      key: 'node',
      text: 'With bcrypt on the Node.js loop half of the others wait at least twice as long as with bcrypt on threads.',
      least: 2,
    },
    {
      key: 'laravel',
      text: 'With bcrypt on the Laravel loop half of its users wait at least twice as long as with bcrypt on php-fpm workers.',
      least: 2,
    },
    {
      key: 'front',
      text: 'While all php-fpm workers hash, users of the workers wait at least twice as long as users of the loop.',
      least: 2,
    },
  ],
  because: [
    'A hash is work for a processor, and no server can make it shorter. The question is who stands behind it in the queue.',
    'On the event loop everybody does. On workers only those requests do that need the same workers.',
    'So a pool protects the loop, but not itself: while all workers hash, an empty page waits behind the passwords.',
  ],
  tryNext: [
    'How the chats do it: Node.js hashes on threads, a few at a time, and sends the others away for a moment (429, Retry-After): contract/README.md.',
    'Two workers, then sixteen: infra/down, infra/up --lecture --workers 16 --detach, course/lab 1b. The storm ends no sooner: the machine has as many cores as before.',
  ],
  exam: {
    question:
      'Hashing a password takes 80 ms. A school of 600 logs in within a minute, on 2 cores. Is that enough? And what do you answer somebody who says "Node.js is faster than PHP" after a storm of logins, in which the Node.js library hashed on threads and PHP on workers?',
    answer:
      '600 x 0.08 s = 48 s of processor time, of 60 s x 2 cores: it is enough, and takes 40 % of the machine. The measurement compares where bcrypt ran and how many hashes ran at once, not the languages: both spend nearly all of the time in the same C code.',
  },

  async run(context) {
    const { short, say, point, chats } = context;
    const logins = short ? 8 : LOGINS;
    /** @type {import('../../src/lab.js').Seen['table']['rows']} */
    const rows = [];
    /** @type {Record<string, number>} */
    const p50 = {};
    for (const { key, chat, where, name } of CELLS) {
      say(`${name}: ${logins} at once`);
      const { url, loopUrl, call } = chats[chat];
      let took = NaN;
      /** @type {Array<{key: string, name: string, url: string}>} */
      const others = [{ key, name, url: loopUrl }];
      if (key === 'laravel-worker') others.push({ ...FRONT, url });
      const seen = await probeWhile(context, {
        urls: others.map((other) => other.url),
        async work() {
          const began = performance.now();
          await Promise.all(Array.from({ length: logins }, () => call(where, 'hash', { cost: COST })));
          took = (performance.now() - began) / 1000;
        },
        quietMs: short ? 100 : 500,
        onAnswer: (place, answer) => point('delay', others[place].key, answer.at, answer.ms),
      });
      others.forEach((other, place) => {
        const { quiet, during, failed } = seen[place];
        p50[other.key] = during.percentile(50);
        const asked = other.name === name ? 'the loop' : 'the workers';
        rows.push([name, asked, took, quiet.percentile(50), p50[other.key], during.percentile(100), failed]);
      });
    }
    const compare = (/** @type {string} */ over, /** @type {string} */ under, /** @type {string[]} */ names) => ({
      ...{ says: 'half waited longer than', unit: 'ms' },
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
