import { findTarget } from '../../../load/src/chat/target.js';
import { DRAIN_MS } from '../../../load/src/ledger/audit.js';
import { crashInTheMiddle } from './crash.js';
import { delayedLine } from './delayedLine.js';
import { NAMES, POLICIES } from './policies.js';

/** @typedef {import('../../src/lab.js').Context} Context */
/** @typedef {'node' | 'laravel'} Chat */

const TITLES = { node: 'Node.js', laravel: 'Laravel, its loop' };
const CHATS = /** @type {Chat[]} */ (Object.keys(TITLES));
/** What is killed. */
const PARTS = { node: 'node', laravel: 'loop' };
const PLANS = {
  long: { usersEach: 4, rate: 240, before: 3, after: 2, drainMs: DRAIN_MS },
  // Who leaves at once is due nothing of what came last.
  short: { usersEach: 2, rate: 150, before: 1, after: 0.3, drainMs: 0 },
};
const LINE_MS = 250;
// Of what is on its way back on an even day, so much is waited for before the kill.
const SHARE_IN_DOUBT = 0.5;
// As long as a supervisor takes to notice.
const DEAD_MS = 500;

/** @type {import('../../src/lab.js').Lab} */
export default {
  title: 'Crash in the middle',
  question:
    'A server is killed (kill -9) while people talk, and starts again a second later. Some messages were sent and have no answer: nobody outside knows whether they are stored. What should a client do with them?',
  predict: {
    choices: [
      'Nothing: what was sent is stored, or the user will notice.',
      'Send each again: twice is better than never, and nothing better is possible.',
      'Send each again under the same number: then each is stored once, whatever happened.',
    ],
    right: 2,
  },
  runs: [
    `Three groups of people talk over a line that takes ${LINE_MS} ms each way, so that some messages and some acks are always under way.`,
    'In the middle the process is killed by signal 9 and started again on the same data. Everybody comes back and reads what was missed.',
    'Each group has its own policy for messages without an ack: the first never sends them again, the second sends them as new messages, the third sends them again under the same clientId.',
    'At the end the store is compared with what each group typed.',
  ],
  shortForm: 'Two people in each group in place of four, and one second before the crash in place of three.',
  notes: {
    question:
      'Ask what a payment should do: with A money is lost, with B it is paid twice. Payment services call C an idempotency key.',
    charts: [
      'The level before the crash is what is always under way on a slow line. At the crash it doubles. Then each group shows its policy: the line of those who never send again stays up for ever, the others come down.',
      'The same on Laravel’s loop: the policy of the client decides, not the server.',
    ],
    why: 'Ask: who has to remember the clientIds, and for how long?',
  },
  servers: 'own',
  charts: CHATS.map((chat) => ({
    key: chat,
    title: `${TITLES[chat]}: messages typed and not acknowledged so far`,
    x: { label: 's' },
    y: { label: 'messages' },
    lines: NAMES.map((name) => ({
      key: name,
      name: POLICIES[name],
      target: name === 'sameId' ? chat : name,
      dashed: name === 'newId',
    })),
  })),
  claims: CHATS.flatMap((chat) => [
    {
      key: `${chat}-never`,
      text: `${TITLES[chat]}: clients that never send again lose messages; clients that send again under the same clientId lose none.`,
      least: 2,
    },
    {
      key: `${chat}-newId`,
      text: `${TITLES[chat]}: clients that send again as a new message have some twice; clients that keep the clientId have none twice.`,
      least: 2,
    },
  ]),
  because: [
    'A client without an answer cannot know whether its question was lost or the answer; no protocol can tell that in time. So it has two choices: at most once (and lose some), or at least once (and have some twice).',
    'At least once becomes "once" if doing it twice changes nothing. The clientId is the name of the message, and a unique key of the store: a known one is answered with the message that is there. That is idempotence.',
    'The server sends an ack after the insert, so kill -9 loses nothing acknowledged: the kernel keeps what a process has written. A power cut is another matter (fsync).',
    'Receivers need the same: push may be lost with the connection, so each receiver comes back with its last id and reads what came after it.',
  ],
  tryNext: [
    'Kill php-fpm (`infra/kill fpm`) or the database (`infra/up --real`, `infra/kill mariadb`) while `course/live` runs: what does the ledger at the end say?',
    'Ack before the insert and see "acknowledged but not stored": `load/faults --kind lose` shows that the ledger would name it.',
    'How long must a server remember clientIds? Look for how each chat finds a known one (architecture.md, step 5).',
  ],
  exam: {
    question:
      'A client sends 100 messages a second over a line of 250 ms each way and waits for acks. The server is killed. How many messages are in doubt, about how many of them are stored, and what does each of the three policies do to them?',
    answer:
      'In doubt is everything sent within the last 500 ms: about 50 messages. Those of the last 250 ms had not arrived (25, not stored). Those before had arrived, and only their acks were lost (25, stored). Never again: 25 lost. Again as new: none lost, 25 twice. Again under the same clientId: none lost, none twice; the server answers the 25 stored ones with what is there.',
  },

  async run(context) {
    const found = await Promise.all(CHATS.map((chat) => measure(context, chat)));
    return {
      table: {
        head: ['', 'typed', 'in doubt at the kill', 'lost', 'stored twice', 'acknowledged and not stored'],
        rows: found.flatMap(({ rows }) => rows),
      },
      measured: Object.assign({}, ...found.map(({ measured }) => measured)),
      remarks: found.map(({ remark }) => remark),
    };
  },
};

/** @param {Context} context @param {Chat} chat */
async function measure({ short, startChat, say, sleep, signal, point, atEnd }, chat) {
  const title = TITLES[chat];
  say(`${title}: a chat of its own starts.`);
  const server = await startChat(chat);
  const target = await findTarget(server.url);
  const line = await delayedLine({ to: Number(new URL(target.socketUrl).port), delayMs: LINE_MS });
  atEnd(line.close);
  const plan = short ? PLANS.short : PLANS.long;
  say(`${title}: ${plan.usersEach} people of each group talk, ${plan.rate} messages/s together.`);
  const { found, due, missed, away } = await crashInTheMiddle({
    ...{ ...plan, sleep, signal },
    inDoubt: (plan.rate * LINE_MS * SHARE_IN_DOUBT) / 1000,
    target: { ...target, socketUrl: `ws://127.0.0.1:${line.port}` },
    onCrowd: (crowd) => atEnd(() => crowd.close()),
    onLook(seconds, waiting) {
      for (const name of NAMES) point(chat, name, seconds, waiting[name]);
    },
    async killAndRestart() {
      say(`${title}: kill -9 ${server.pids[PARTS[chat]]}`);
      process.kill(server.pids[PARTS[chat]], 'SIGKILL');
      line.cut();
      await sleep(DEAD_MS);
      await server.restart(PARTS[chat]);
      say(`${title}: it is back, as ${server.pids[PARTS[chat]]}.`);
    },
  });
  if (away > 0) throw new Error(`${title}: ${away} did not come back after the kill.`);
  await server.stop();
  // None counts as one: there is no ratio to nothing.
  const wrong = {
    name: 'the same clientId (none counts as 1)',
    value: Math.max(1, found.sameId.lost + found.sameId.twice),
  };
  return {
    rows: NAMES.map((name) => {
      const { typed, unanswered, lost, twice, broken } = found[name];
      return [`${title}: ${POLICIES[name]}`, typed, unanswered, lost, twice, broken];
    }),
    measured: {
      [`${chat}-never`]: {
        unit: 'messages',
        over: { name: 'lost, never sent again', value: found.never.lost },
        under: wrong,
      },
      [`${chat}-newId`]: {
        unit: 'messages',
        over: { name: 'stored twice, sent again as new', value: found.newId.twice },
        under: wrong,
      },
    },
    remark: `${title}: what was stored was due ${due} times at all receivers, by push or read after coming back; ${missed} of these were missed.`,
  };
}
