import { backlogOf } from './backlog.js';
import { overloadReceiver, SLOW_BYTES_PER_SECOND } from './overloadReceiver.js';

/** @import { Context, Lab } from '../../src/lab.js' */

/** @typedef {'node' | 'laravel'} Chat */

const TITLES = { node: 'Node.js', laravel: 'Laravel, its loop' };
const CHATS = /** @type {Chat[]} */ (Object.keys(TITLES));
const PLAN = { readers: 4, rate: 150 };
const MB = 1024 * 1024;
const inMb = (/** @type {number} */ bytes) => Math.round((bytes / MB) * 10) / 10;

/** @type {Lab} */
export default {
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
    { key: chat, text: `${TITLES[chat]}: megabytes wait for the slow receiver.`, atLeast: 1 },
    { key: `${chat}-others`, text: `${TITLES[chat]}: nobody else is cut off.`, atMost: 0 },
    {
      key: `${chat}-after`,
      text: `${TITLES[chat]}: cut off, the slow receiver costs the process nothing.`,
      atMost: 0.1,
    },
  ]),
  head: [
    '',
    "receiver's kernel MB",
    "server's kernel MB",
    "server's process MB",
    'each of the others MB',
    'cut off after s',
    'readers lost',
  ],
  run: (context) => Promise.all(CHATS.map((chat) => measure(context, chat))),
};

/** @param {Context} context @param {Chat} chat */
async function measure(context, chat) {
  const { startChat, say, point } = context;
  const title = TITLES[chat];
  say(`${title}: a chat of its own starts.`);
  const server = await startChat(chat);
  say(`${title}: ${PLAN.readers} readers talk, one reads ${SLOW_BYTES_PER_SECOND} bytes a second.`);
  const seen = await overloadReceiver(context, {
    ...PLAN,
    target: server.endpoint,
    onLook(seconds, look) {
      for (const key of /** @type {const} */ (['unread', 'unsent', 'buffered', 'others']))
        point(chat, key, seconds, look[key] / MB);
    },
  });
  const backlog = backlogOf(seen.looks);
  say(
    seen.cutAfter === null
      ? `${title}: it was never cut off.`
      : `${title}: cut off after ${seen.cutAfter.toFixed(1)} s.`,
  );
  await server.stop();
  return {
    rows: [
      [
        title,
        ...[backlog.unread, backlog.unsent, backlog.buffered, backlog.others].map(inMb),
        seen.cutAfter === null ? 'never' : seen.cutAfter.toFixed(1),
        seen.readersLost,
      ],
    ],
    measured: {
      [chat]: { unit: 'MB', count: backlog.highest / MB },
      [`${chat}-others`]: { unit: 'readers', count: seen.readersLost },
      [`${chat}-after`]: { unit: 'MB', count: seen.keptAfter / MB },
    },
    remarks: [
      `${title}: ${seen.sent} messages, ${inMb(seen.sentBytes)} MB to each receiver; ` +
        `${seen.givenUp} counted as receiver_too_slow.`,
    ],
  };
}
