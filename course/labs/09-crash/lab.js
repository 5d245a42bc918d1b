import { setTimeout as sleep } from 'node:timers/promises';
import { readParts } from '../../../load/src/server/instance.js';
import { Crowd } from '../../../load/src/chat/crowd.js';
import { crashInTheMiddle } from './crash.js';
import { delayedLine } from './delayedLine.js';
import { NAMES, POLICIES } from './policies.js';

/** @import { Context, Lab } from '../../src/lab.js' */
/** @import { Part } from '../../../load/src/server/instance.js' */

/** @typedef {'node' | 'laravel'} Chat */
const TITLES = { node: 'Node.js', laravel: 'Laravel, its loop' };
const CHATS = /** @type {Chat[]} */ (Object.keys(TITLES));
/** The part that is killed. */
const PARTS = { node: 'node', laravel: 'loop' };
const LOOK_EVERY_MS = 200;
const PLAN = { usersEach: 4, rate: 240, before: 3, after: 2 };
const LINE_MS = 250;
// The kill waits until this share of the usual acks in flight is in doubt.
const SHARE_IN_DOUBT = 0.5;
// The supervisor may take this long to restart the killed process.
const BACK_WITHIN_MS = 60_000;

/** @type {Lab} */
export default {
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
    { key: `${chat}-never`, text: `${TITLES[chat]}: clients that never send again lose messages.`, atLeast: 1 },
    {
      key: `${chat}-newId`,
      text: `${TITLES[chat]}: clients that send again as a new message have some stored twice.`,
      atLeast: 1,
    },
    {
      key: `${chat}-sameId`,
      text: `${TITLES[chat]}: clients that send again under the same clientId have none lost and none twice.`,
      atMost: 0,
    },
  ]),
  head: ['', 'typed', 'in doubt at the kill', 'lost', 'stored twice', 'acknowledged and not stored'],
  run: (context) => Promise.all(CHATS.map((chat) => measure(context, chat))),
};

/** @param {Context} context @param {Chat} chat */
async function measure({ startChat, say, point, atEnd }, chat) {
  const title = TITLES[chat];
  say(`${title}: a chat of its own starts.`);
  const server = await startChat(chat);
  const line = await delayedLine({ to: Number(new URL(server.endpoint.socketUrl).port), delayMs: LINE_MS });
  atEnd(line.close);
  const crowd = new Crowd({ ...server.endpoint, socketUrl: `ws://127.0.0.1:${line.port}` });
  atEnd(() => crowd.close());
  say(`${title}: ${PLAN.usersEach} people of each group talk, ${PLAN.rate} messages/s together.`);
  const { found, due, missed, away } = await crashInTheMiddle({
    ...PLAN,
    inDoubt: (PLAN.rate * LINE_MS * SHARE_IN_DOUBT) / 1000,
    crowd,
    onLook(seconds, waiting) {
      for (const name of NAMES) point(chat, name, seconds, waiting[name]);
    },
    async killAndRestart() {
      const { pid: killed } = partOf(chat, server.parts);
      say(`${title}: kill -9 ${killed}`);
      process.kill(Number(killed), 'SIGKILL');
      line.cut();
      const isBack = (/** @type {Part} */ { pid, state }) => pid !== killed && state === 'healthy';
      let now = partOf(chat, server.parts);
      for (let ms = 0; !isBack(now); ms += LOOK_EVERY_MS) {
        if (ms > BACK_WITHIN_MS) throw new Error(`${title}: it did not start again.`);
        await sleep(LOOK_EVERY_MS);
        now = partOf(chat, await readParts(server.name));
      }
      say(`${title}: it is back, as ${now.pid}.`);
    },
  });
  if (away > 0) throw new Error(`${title}: ${away} did not come back after the kill.`);
  await server.stop();
  return {
    rows: NAMES.map((name) => {
      const { typed, unanswered, lost, twice, broken } = found[name];
      return [`${title}: ${POLICIES[name]}`, typed, unanswered, lost, twice, broken];
    }),
    measured: {
      [`${chat}-never`]: { unit: 'lost', count: found.never.lost },
      [`${chat}-newId`]: { unit: 'stored twice', count: found.newId.twice },
      [`${chat}-sameId`]: { unit: 'lost or stored twice', count: found.sameId.lost + found.sameId.twice },
    },
    remarks: [
      `${title}: what was stored was due ${due} times at all receivers, by push or read after coming back; ` +
        `${missed} of these were missed.`,
    ],
  };
}

/** @param {Chat} chat @param {Part[]} parts @returns {Part} the part that is killed */
const partOf = (chat, parts) => /** @type {Part} */ (parts.find(({ part }) => part === PARTS[chat]));
