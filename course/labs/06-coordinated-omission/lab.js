import { openLoop, outcomeOf } from '../../src/openLoop.js';
import { latenciesOf } from './latenciesOf.js';
import { closedLoop } from './closedLoop.js';
import { WorstWaits } from './worstWaits.js';

/** @import { Context, Lab } from '../../src/lab.js' */

/** @typedef {'node' | 'laravel'} Chat */

const TITLES = { node: 'Node.js', laravel: 'Laravel' };
const CHATS = /** @type {Chat[]} */ (Object.keys(TITLES));
// Each request keeps a worker waiting this long. Waiting takes no processor, so a busy machine changes little.
const SERVICE_MS = 50;
// The planned requests/s are this multiple of what the workers can answer.
const OVERLOAD = 2;
// This many users keep the workers from ever being idle.
const USERS_PER_WORKER = 2;
const SECONDS = 5;

/** @type {Lab} */
export default {
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
    text:
      `${TITLES[chat]}: under the same overload the open loop sees a p95 many times as high as ` +
      'the closed loop does.',
    atLeast: 2,
  })),
  head: ['', 'planned', 'sent', 'answered', 'p50 ms', 'p95 ms', 'longest ms'],
  // Both chats run at once: neither needs much of a processor, and the class waits half as long.
  run: (context) => Promise.all(CHATS.map((chat) => measure(context, chat))),
};

/** @param {Context} context @param {Chat} chat */
async function measure({ chats, say, point }, chat) {
  const { title, call, pool } = chats[chat];
  const { workers } = await pool();
  const capacity = (workers * 1000) / SERVICE_MS;
  const rate = capacity * OVERLOAD;
  const users = workers * USERS_PER_WORKER;
  const ask = () => outcomeOf(call('worker', 'wait', { ms: SERVICE_MS }));

  say(`${title}: ${workers} workers can answer ${capacity}/s at most. Closed loop: ${users} users plan ${rate}/s.`);
  const waits = new WorstWaits((line, x, y) => point(chat, line, x, y));
  const closed = await closedLoop({
    ask,
    users,
    rate,
    seconds: SECONDS,
    onAnswer(one) {
      waits.add('closed', one.sentAt);
      waits.add('corrected', one.intendedAt);
    },
  });
  waits.stop();

  say(`${title}: open loop, ${rate}/s come, whatever is answered.`);
  const later = new WorstWaits((line, x, y) => point(chat, line, x, y));
  const open = await openLoop({
    ask,
    rate,
    seconds: SECONDS,
    patience: SECONDS,
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
    planned,
    all.length,
    all.filter(({ outcome }) => outcome === 'answered').length,
    ...[p50, p95, max].map(Math.round),
  ];
  const refused = [...closed.all, ...open.all].filter(({ outcome }) => outcome === 'refused').length;
  return {
    rows: [
      row('closed loop, from the send', closed, seen.closed),
      row('closed loop, from the intended time', closed, seen.corrected),
      row('open loop', open, seen.open),
    ],
    measured: {
      [chat]: {
        unit: 'ms',
        over: { name: 'p95, open loop', value: seen.open.p95 },
        under: { name: 'p95, closed loop', value: seen.closed.p95 },
      },
    },
    remarks: [
      `${title}: ${workers} workers, ${SERVICE_MS} ms each: ${capacity}/s at most; ${rate}/s were planned, ` +
        `and the closed loop made ${Math.round(closed.all.length / SECONDS)}/s.` +
        (refused > 0 ? ` ${refused} requests were refused.` : ''),
    ],
  };
}
