import { readFileSync } from 'node:fs';
import { findTarget } from '../../../load/src/chat/target.js';
import { pileOf } from './pile.js';
import { pileUp, SLOW_BYTES_PER_SECOND } from './pileUp.js';

const { limits } = JSON.parse(readFileSync(new URL('../../../contract/contract.json', import.meta.url), 'utf8'));

/** @typedef {import('../../src/lab.js').Context} Context */
/** @typedef {'node' | 'laravel'} Chat */

const TITLES = { node: 'Node.js', laravel: 'Laravel, its loop' };
const CHATS = /** @type {Chat[]} */ (Object.keys(TITLES));
const PLANS = { long: { readers: 4, rate: 150 }, short: { readers: 3, rate: 400 } };
// Less than this in a kernel is a frame on its way, no pile.
const FRAME_BYTES = 1024;

const MB = 1024 * 1024;
const inMb = (/** @type {number} */ bytes) => Math.round((bytes / MB) * 10) / 10;

/** @type {import('../../src/lab.js').Lab} */
export default {
  title: 'The slow receiver',
  question: `One of five people in a lively chat reads ${SLOW_BYTES_PER_SECOND} bytes a second, the others read everything. Some megabytes later: where are the bytes that this one has not read, and who pays for them?`,
  predict: {
    choices: [
      "All in the server's memory, without end: the server has to keep what it could not deliver.",
      "First in the receiver's kernel, then in the server's kernel, then in the server's memory, up to a bound.",
      'Nowhere: the server waits for the slow receiver, and so does everybody else.',
    ],
    right: 1,
  },
  runs: [
    'Four readers send each other messages of 8,000 bytes as fast as they read them, at most 150 a second: 1.2 MB/s to each receiver.',
    `A fifth receiver reads ${SLOW_BYTES_PER_SECOND} bytes a second.`,
    'Five times a second the lab asks the kernel what waits at both ends of the slow connection, and the server what it keeps itself.',
    'The lab ends when the server has cut off the slow receiver.',
  ],
  shortForm: 'Three readers in place of four, at most 400 messages a second.',
  notes: {
    question: 'A is what happens without a bound. C is what happens to a worker that writes and waits.',
    charts: [
      'Follow the order. The receiver’s kernel fills at once: it is small. Then the server’s kernel fills up to its limit, and only then the process. The line at the bottom is what waits for each of the others.',
      'The same order on the other chat: the kernel is below both languages.',
    ],
    why: 'Ask: what would you bound, bytes, messages or seconds? That is the exam question.',
  },
  servers: 'own',
  charts: CHATS.map((chat) => ({
    key: chat,
    title: `${TITLES[chat]}: what waits for the slow receiver`,
    x: { label: 's' },
    y: { label: 'MB' },
    lines: [
      { key: 'unread', name: "in the receiver's kernel", target: "the receiver's kernel" },
      { key: 'unsent', name: "in the server's kernel", target: "the server's kernel" },
      { key: 'buffered', name: "in the server's process", target: chat },
      { key: 'others', name: 'in both kernels, for each of the others', target: 'the others', dashed: true },
    ],
  })),
  claims: CHATS.flatMap((chat) => [
    {
      key: chat,
      text: `${TITLES[chat]}: many times as much waits for the slow receiver as for one that reads.`,
      least: 2,
    },
    {
      key: `${chat}-bounded`,
      text: `${TITLES[chat]}: what the process kept for the slow receiver is free again once that one is cut off.`,
      least: 2,
    },
  ]),
  because: [
    "A write to a socket only copies bytes into the server's kernel. That one sends as many as the receiver's kernel has room for (TCP's window), and the room depends on how much the receiver's program has read.",
    "So the receiver's kernel fills first, then the server's. Only then a write is refused, and the server has to choose: wait, drop, keep, or give up the receiver.",
    `Both chats keep at most ${inMb(limits.receiverBufferMaxBytes)} MB for a receiver and then close its socket (receiver_too_slow). It can come back and read from the store what it missed: push is a hint, the store is the truth.`,
    'Nobody else waits: an event loop notes the refused write and goes on. A worker that wrote to this socket and waited would stand still.',
  ],
  tryNext: [
    'Watch the same from a shell: `ss -tn` shows Recv-Q and Send-Q, `curl .../metrics | grep buffered` what the process keeps.',
    'A thousand slow receivers: how many MB may that cost the kernel, and how many the process? (`sysctl net.ipv4.tcp_wmem net.ipv4.tcp_rmem`, and the bound above.)',
    '`course/live` with the scenario `slow-receivers`: one in five is slow. Who of the others notices?',
  ],
  exam: {
    question:
      'A server sends 2 MB/s to each of 1,000 receivers and has no bound on what it keeps. One receiver in a hundred stops reading. Kernel buffers hold 6 MB for a connection. How much has the process kept after a minute? Which bound would you set, and in what unit?',
    answer:
      '10 receivers x (2 MB/s x 60 s - 6 MB) = 1,140 MB. A bound on bytes for each receiver (here 4 MiB, so at most 40 MB for these ten); beyond it the server closes the connection, and the receiver comes back and reads from the store. A bound on messages would let long messages through, a bound on time says little about memory.',
  },

  async run(context) {
    const found = [];
    // One after the other: each run moves tens of megabytes a second.
    for (const chat of CHATS) found.push(await measure(context, chat));
    return {
      table: {
        head: [
          '',
          "receiver's kernel MB",
          "server's kernel MB",
          "server's process MB",
          'each of the others MB',
          'cut off after s',
          'readers lost',
        ],
        rows: found.map(({ row }) => row),
      },
      measured: Object.assign({}, ...found.map(({ measured }) => measured)),
      remarks: found.flatMap(({ remarks }) => remarks),
    };
  },
};

/** @param {Context} context @param {Chat} chat */
async function measure({ short, startChat, say, sleep, point, atEnd }, chat) {
  const title = TITLES[chat];
  say(`${title}: a chat of its own starts.`);
  const server = await startChat(chat);
  const target = await findTarget(server.url);
  const plan = short ? PLANS.short : PLANS.long;
  say(`${title}: ${plan.readers} readers talk, one reads ${SLOW_BYTES_PER_SECOND} bytes a second.`);
  const seen = await pileUp({
    ...{ target, ...plan, sleep },
    onCrowd: (crowd) => atEnd(() => crowd.close()),
    onLook(seconds, look) {
      for (const place of /** @type {const} */ (['unread', 'unsent', 'buffered', 'others']))
        point(chat, place, seconds, look[place] / MB);
    },
  });
  const pile = pileOf(seen.looks);
  say(
    seen.cutAfter === null
      ? `${title}: it was never cut off.`
      : `${title}: cut off after ${seen.cutAfter.toFixed(1)} s.`,
  );
  await server.stop();
  return {
    row: [
      title,
      ...[pile.unread, pile.unsent, pile.buffered, pile.others].map(inMb),
      seen.cutAfter === null ? 'never' : seen.cutAfter.toFixed(1),
      seen.readersLost,
    ],
    measured: {
      [chat]: {
        unit: 'KB',
        over: { name: 'for the slow receiver', value: pile.highest / 1024 },
        under: { name: 'for a reader', value: Math.max(FRAME_BYTES, pile.others) / 1024 },
      },
      [`${chat}-bounded`]: {
        unit: 'KB',
        over: { name: 'kept at most', value: pile.buffered / 1024 },
        under: { name: 'kept afterwards', value: Math.max(FRAME_BYTES, seen.keptAfter) / 1024 },
      },
    },
    remarks: [
      `${title}: ${seen.sent} messages, ${inMb(seen.sentBytes)} MB to each receiver; ${seen.givenUp} counted as receiver_too_slow.`,
    ],
  };
}
