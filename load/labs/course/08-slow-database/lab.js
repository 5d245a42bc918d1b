import { Probe } from '../../probe.js';
import { waysOf } from './ways.js';

/** @typedef {import('../../lab.js').Context} Context */
/** @typedef {import('./ways.js').Chat} Chat */
/** @typedef {import('./ways.js').Way} Way */

const TITLES = { node: 'Node.js', laravel: 'Laravel' };
const CHATS = /** @type {Chat[]} */ (Object.keys(TITLES));
const PLANS = { long: { queries: 8, ms: 500 }, short: { queries: 6, ms: 200 } };
const EVERY_MS = 25;
// Others are watched for a moment after the last query: who came while the loop stood still is answered then.
const AFTERWARDS_MS = 250;
const BETWEEN_MS = 300;
// What the store of each chat says of itself where it is no server of its own.
const EMBEDDED = /sqlite/i;

/** @type {import('../../lab.js').Lab} */
export default {
  title: 'Slow database',
  question:
    'The database is slow today: a query takes half a second, and eight come at once. One process with an event loop sends them. How long does a user wait who needs no database?',
  predict: {
    choices: [
      'Half a second: as long as one query.',
      'Four seconds: eight queries, one after the other.',
      'It depends on the driver: not at all, or four seconds.',
    ],
    right: 2,
  },
  runs: [
    'Eight queries of 500 ms come at once. Meanwhile the event loop is asked for /empty 40 times a second.',
    'The same eight queries are sent in every way there is: on the loop with an asynchronous driver, on the loop with a blocking driver, and by workers. On Laravel also by one other process, which waits in place of the loop.',
    'Embedded stores have no server to wait for: there a slow server behind a socket stands in for the asynchronous driver.',
  ],
  shortForm: 'Six queries of 200 ms in place of eight of 500 ms.',
  notes: {
    question: 'B is right for a blocking driver. A mixes up the users of the database with everybody else.',
    charts: [
      'The ramp is the blocking driver: a user who comes first waits for all eight queries. All other ways lie at the bottom: there the loop was free.',
      'The same on Laravel, with one way more: a process that waits in place of the loop.',
    ],
    why: 'Ask: which calls of your own programs block? (readFileSync, execSync; PDO, file_get_contents, sleep.)',
  },
  servers: 'lecture',
  charts: CHATS.map((chat) => ({
    key: chat,
    title: `${TITLES[chat]}: how long a user waits who needs no database`,
    x: { label: 's since the queries came' },
    y: { label: 'ms' },
    lines: waysOf(chat, false).map(({ key, name, dashed = false }) => ({
      ...{ key, name, dashed },
      target: key === 'blocking' ? chat : key,
    })),
  })),
  claims: CHATS.flatMap((chat) => [
    {
      key: chat,
      text: `${TITLES[chat]}: others wait many times as long if the driver blocks the loop.`,
      least: 2,
    },
    {
      key: `${chat}-done`,
      text: `${TITLES[chat]}: with a blocking driver the queries themselves take several times as long too.`,
      least: 2,
    },
  ]),
  because: [
    'An asynchronous driver writes the query to a socket and returns to the loop; the answer is one more event. Eight queries wait at the same time, and take as long as one.',
    'A blocking driver waits inside the call. Meanwhile nothing else happens on the loop: no other query, no other user, no ping. Eight times 500 ms is four seconds for everybody.',
    'Workers may block, that is their purpose: four workers serve two rounds of four queries, and the loop is free. The price is a process for each wait.',
    'PHP has blocking drivers (PDO). So Laravel serves HTTP by workers, and its WebSocket loop lets one other process wait for the database: the loop never stands still, but the queries stand in line.',
  ],
  tryNext: [
    '`infra/up --lecture --workers 1`, then 2, 8 and 16: how long do the eight queries take, and what does it cost in memory (`infra/status`)?',
    'Slow, or away? Stop a database of `infra/up --real` for three seconds (`infra/kill --signal SIGSTOP mariadb`, then SIGCONT) while `load/live` runs: sends wait, reading goes on.',
    'Which calls of your own program block? Look for *Sync in Node.js (readFileSync, execSync), and for any PDO, file_get_contents or sleep in a PHP loop.',
  ],
  exam: {
    question:
      'A web service answers 200 requests a second, each with one query of 20 ms. How many workers does it need at least? How many event loops with an asynchronous driver? And how many connections to the database in each case?',
    answer:
      'Little’s law: 200/s x 0.02 s = 4 queries under way on average, so at least 4 workers, all of them always busy; with some reserve 6 to 8. One event loop is enough while its own work for 200 requests takes less than a second of CPU. Both need as many connections as queries under way: 4, and a bound (a pool) above it. The waiting does not go away, but it needs no process.',
  },

  async run(context) {
    const found = [];
    for (const chat of CHATS) found.push(await measure(context, chat));
    return {
      table: {
        head: ['', 'asked', 'all done after s', 'others wait p50 ms', 'p95 ms', 'longest ms'],
        rows: found.flatMap(({ rows }) => rows),
      },
      measured: Object.assign({}, ...found.map(({ measured }) => measured)),
      remarks: found.map(({ remark }) => remark),
    };
  },
};

/** @param {Context} context @param {Chat} chat */
async function measure(context, chat) {
  const { title, call } = context.chats[chat];
  const { queries, ms } = context.short ? PLANS.short : PLANS.long;
  const { by } = await call('worker', 'query', { ms: 1 });
  const ways = waysOf(chat, !EMBEDDED.test(by));
  const seen = [];
  for (const way of ways) {
    context.say(`${title}: ${queries} queries of ${ms} ms, ${way.name}`);
    seen.push(await askAllAtOnce(context, chat, way, { queries, ms }));
    await context.sleep(BETWEEN_MS);
  }
  const [free, blocked] = seen;
  return {
    rows: seen.map(({ way, doneMs, others }) => [
      `${title}: ${way.name}`,
      askedBy(way),
      Math.round(doneMs / 100) / 10,
      ...[others.p50, others.p95, others.max].map(Math.round),
    ]),
    measured: {
      [chat]: {
        unit: 'ms',
        over: { name: 'others wait, p95, blocking driver', value: blocked.others.p95 },
        under: { name: 'others wait, p95, asynchronous driver', value: free.others.p95 },
      },
      [`${chat}-done`]: {
        unit: 'ms',
        over: { name: `${queries} queries, blocking driver`, value: blocked.doneMs },
        under: { name: `${queries} queries, asynchronous driver`, value: free.doneMs },
      },
    },
    remark: `${title}: its store is ${by}. "Asked" is the lab call, as in \`POST /lab/loop/query\`.`,
  };
}

/** @param {Way} way */
const askedBy = ({ where, what, body }) => `${where}/${what}${'blocking' in body ? ', blocking' : ''}`;

/** @param {Context} context @param {Chat} chat @param {Way} way @param {{queries: number, ms: number}} plan */
async function askAllAtOnce({ chats, point, sleep, atEnd }, chat, way, { queries, ms }) {
  const { loopUrl, call } = chats[chat];
  const probe = new Probe(loopUrl, {
    everyMs: EVERY_MS,
    onAnswer: (answer) => point(chat, way.key, answer.at, answer.ms),
  });
  atEnd(() => probe.abandon());
  const startMs = probe.elapsedMs;
  await Promise.all(Array.from({ length: queries }, () => call(way.where, way.what, { ...way.body, ms })));
  const doneMs = probe.elapsedMs - startMs;
  await sleep(AFTERWARDS_MS);
  await probe.stop();
  return { way, doneMs, others: probe.latencies().summary() };
}
