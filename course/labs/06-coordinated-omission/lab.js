import { latenciesOf } from './asked.js';
import { closedLoop } from './closedLoop.js';
import { httpUsers } from './httpUsers.js';
import { openLoop } from './openLoop.js';
import { WorstWaits } from './worstWaits.js';

/** @typedef {import('../../src/lab.js').Context} Context */
/** @typedef {'node' | 'laravel'} Chat */

const TITLES = { node: 'Node.js', laravel: 'Laravel' };
const CHATS = /** @type {Chat[]} */ (Object.keys(TITLES));
// What one request costs a worker: it waits, which takes no processor, so that a busy machine changes little.
const SERVICE_MS = 50;
// So many times what the workers can answer is asked for.
const OVERLOAD = 2;
// For each worker so many users that wait for their answer: the workers never idle.
const USERS_PER_WORKER = 2;
const SECONDS = { long: 5, short: 1.5 };

/** @type {import('../../src/lab.js').Lab} */
export default {
  title: 'Coordinated omission',
  question:
    'A server can answer 80 requests a second and gets 160 a second, for five seconds. Two load tools measure it. In the first, each user asks again once the last answer is there (closed loop). The second asks at planned times, whatever comes back (open loop). How far apart are their p95?',
  predict: {
    choices: [
      'Not at all: it is the same server under the same load.',
      'The open loop sees twice as much, because it asks for twice as much.',
      'The open loop sees at least ten times as much.',
    ],
    right: 2,
  },
  runs: [
    `Every request keeps a worker for ${SERVICE_MS} ms without CPU, so the capacity of the server is known: workers / ${SERVICE_MS} ms.`,
    'Closed loop: twice as many users as workers; together they plan twice the capacity. Each asks again once the last answer is there.',
    'Open loop: the same plan, and each request goes out at its time. Afterwards the lab waits as long again for the unanswered ones.',
    'The closed loop is counted twice: from when a request went out, and from when it was meant to go out.',
  ],
  shortForm: '1.5 seconds in place of five.',
  notes: {
    question:
      'Ask first who has used ab, wrk or JMeter: all of them are closed loops unless told otherwise. A sounds safe, and is the mistake that has a name.',
    charts: [
      'The axis is logarithmic. The flat line is the closed loop, counted from the send: it never sees more than some 100 ms. The rising line is what people would have waited. The dashed line is the same closed loop, counted from the intended time.',
      'The same picture on the other chat: the tool errs, not the server.',
    ],
    why: 'Ask: which tools count from the intended time, or ask at planned times? (wrk2, k6 with an arrival rate, Artillery, load/messages.)',
  },
  servers: 'lecture',
  charts: CHATS.map((chat) => ({
    key: chat,
    title: `${TITLES[chat]}: the longest wait in each quarter of a second`,
    x: { label: 's' },
    y: { label: 'ms', scale: 'log' },
    lines: [
      { key: 'open', name: 'open loop', target: chat },
      { key: 'corrected', name: 'closed loop, from the intended time', target: chat, dashed: true },
      { key: 'closed', name: 'closed loop, from the send', target: 'closed loop' },
    ],
  })),
  claims: CHATS.map((chat) => ({
    key: chat,
    text: `${TITLES[chat]}: under the same overload the open loop sees a p95 many times as high as the closed loop does.`,
    least: 2,
  })),
  because: [
    'A closed loop asks a slow server less: tool and server keep step (they coordinate), and the requests that would have waited longest are never made (they are omitted).',
    'A closed loop cannot overload a server by more than its number of users. The queue is never longer than that, and neither is the wait (Little: users / rate).',
    'People do not wait for each other. At twice the capacity the queue grows by a second of work every second, and so does the wait.',
    'Counted from the intended time, the closed loop tells nearly what the open loop tells; only the requests that were never made are missing.',
  ],
  tryNext: [
    'Let the closed loop have 20 times as many users (`USERS_PER_WORKER` in its lab.js): its p95 grows in step with them, and with nothing else. What did you measure, the server or your tool?',
    '`load/flood` drives ApacheBench, which is a closed loop, and `load/messages` an open one. Stop a server for a second while each runs (`kill -STOP`, `kill -CONT`), and compare their p99.',
    'Ask for 0.9 times what the server can answer (`OVERLOAD`): now the two agree. Coordinated omission hides overload and stalls, which is what one measures for.',
  ],
  exam: {
    question:
      'A tool with 10 users in a closed loop measures 200 requests/s and a p99 of 50 ms. For one of its 60 seconds the server stood still. What would people have seen who come at 200 a second? Why does the tool not show it?',
    answer:
      'About 200 of 12,000 requests (1.7 %) came while the server stood still, and waited up to a second: the p99 of people is some 400 ms. In the tool only 10 requests met the standstill, one for each user, of about 11,800: too few for any percentile below p99.9. The other 190 were never made.',
  },

  async run(context) {
    const seconds = context.short ? SECONDS.short : SECONDS.long;
    // Side by side: neither costs a processor much, and the class waits half as long.
    const found = await Promise.all(CHATS.map(async (chat) => measure(context, chat, seconds)));
    return {
      table: {
        head: ['', 'planned', 'sent', 'answered', 'p50 ms', 'p95 ms', 'longest ms'],
        rows: found.flatMap(({ rows }) => rows),
      },
      measured: Object.fromEntries(found.map(({ chat, measured }) => [chat, measured])),
      remarks: found.map(({ remark }) => remark),
    };
  },
};

/** @param {Context} context @param {Chat} chat @param {number} seconds */
async function measure({ chats, say, sleep, signal, point, atEnd }, chat, seconds) {
  const { title, url, pool } = chats[chat];
  const { workers } = await pool();
  const capacity = (workers * 1000) / SERVICE_MS;
  const rate = capacity * OVERLOAD;
  const users = workers * USERS_PER_WORKER;
  const { ask, close } = httpUsers(`${url}/lab/worker/wait`, { ms: SERVICE_MS });
  atEnd(close);

  say(`${title}: ${workers} workers can answer ${capacity}/s at most. Closed loop: ${users} users plan ${rate}/s.`);
  const waits = new WorstWaits((line, x, y) => point(chat, line, x, y));
  const closed = await closedLoop({
    ...{ ask, users, rate, seconds, sleep },
    onAnswer(one) {
      waits.add('closed', one.sentAt);
      waits.add('corrected', one.intendedAt);
    },
  });
  waits.stop();

  say(`${title}: open loop, ${rate}/s come, whatever is answered.`);
  const later = new WorstWaits((line, x, y) => point(chat, line, x, y));
  const open = await openLoop({
    ...{ ask, rate, seconds, patience: seconds, sleep, signal },
    onAnswer: (one) => later.add('open', one.intendedAt),
  });
  later.stop();

  const seen = {
    closed: latenciesOf(closed.all, 'sentAt', closed.endAt).summary(),
    corrected: latenciesOf(closed.all, 'intendedAt', closed.endAt).summary(),
    open: latenciesOf(open.all, 'intendedAt', open.endAt).summary(),
  };
  const row = (
    /** @type {string} */ name,
    /** @type {typeof closed} */ { all, planned },
    /** @type {typeof seen.open} */ { p50, p95, max },
  ) => [
    `${title}: ${name}`,
    ...[planned, all.length, all.filter(({ status }) => status === 200).length],
    ...[p50, p95, max].map(Math.round),
  ];
  const refused = [...closed.all, ...open.all].filter(({ status }) => status !== 0 && status !== 200).length;
  return {
    chat,
    rows: [
      row('closed loop, from the send', closed, seen.closed),
      row('closed loop, from the intended time', closed, seen.corrected),
      row('open loop', open, seen.open),
    ],
    measured: {
      unit: 'ms',
      over: { name: 'p95, open loop', value: seen.open.p95 },
      under: { name: 'p95, closed loop', value: seen.closed.p95 },
    },
    remark:
      `${title}: ${workers} workers, ${SERVICE_MS} ms each: ${capacity}/s at most; ${rate}/s were planned, and the closed loop made ${Math.round(closed.all.length / seconds)}/s.` +
      (refused > 0 ? ` ${refused} requests were refused.` : ''),
  };
}
