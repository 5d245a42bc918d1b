import { Crowd } from '../../../benches/crowd.js';
import { getSessions } from '../../../benches/sessions.js';
import { findTarget } from '../../../benches/target.js';
import { portOwners } from '../../../machine/portOwner.js';
import { BareLoop } from '../../bareLoop/bareLoop.js';
import { busyPercent } from './busyPercent.js';

// Descriptors that a process may have: a small number, so that it is met within seconds.
const FEW = 500;
const MANY = 4096;
const USERS = 1200;
const STEP = 100;
// Enough that both chats meet their limit: users that join take longer than connections that only come.
const CHAT_USERS = 600;
// Whoever has waited so long for an answer has gone.
const PATIENCE_MS = 1500;
// A process that has nothing to do is seen to want a processor now and then: a ratio to less than this would say nothing.
const IDLE_PERCENT = 5;
// Users who log in: each comes several times, which limits that are off allow.
const LOGINS = 8;

const CHATS = /** @type {const} */ ([
  { key: 'node', name: `Node.js chat, ${FEW} descriptors` },
  { key: 'laravel', name: `Laravel chat's loop, ${FEW} descriptors` },
]);

/** @type {import('../../lab.js').Lab} */
export default {
  title: 'Out of descriptors',
  question: `A server may have ${FEW} files and sockets open, and ${USERS} clients come. What do those clients feel that come too late? What does the server do once all are connected and silent?`,
  predict: {
    choices: [
      'Late clients get an error; the server is idle.',
      'Late clients hang: connected, but never served. A server that is not prepared keeps a whole processor busy.',
      'The operating system closes the oldest connections to make room.',
    ],
    right: 1,
  },
  runs: [
    `Clients come to a small PHP event loop, as tutorials write it, with ${FEW} descriptors and with ${MANY}. Each asks once and stays.`,
    `Then users join both chats with ${FEW} descriptors. When everybody is silent, the lab looks 100 times whether each server wants a processor.`,
  ],
  shortForm: 'Of the two chats only Node.js.',
  notes: {
    question:
      'A is what a prepared server does, as both chats do; it does not come by itself. C: the kernel never closes a connection to make room for another.',
    charts: [
      `Where a line turns flat, the descriptors are gone: clients that come later are connected, but not served. The highest line is the same program with ${MANY} descriptors.`,
    ],
    why: 'Ask: which alarm would have told you? (Neither requests nor CPU alone: the number of descriptors against its limit.)',
  },
  servers: 'own',
  charts: [
    {
      key: 'served',
      title: 'Clients that are served',
      x: { label: 'clients that came' },
      y: { label: 'clients' },
      lines: [
        { key: 'many', name: `bare loop, ${MANY} descriptors`, target: 'bare loop, many' },
        { key: 'few', name: `bare loop, ${FEW} descriptors`, target: 'bare loop, few' },
        ...CHATS.map(({ key, name }) => ({ key, name, target: key, dashed: true })),
      ],
    },
  ],
  claims: [
    {
      key: 'served',
      text: `The same server serves at least twice as many clients with a limit of ${MANY}: nothing but the limit was in the way.`,
      least: 2,
    },
    {
      key: 'spin',
      text: 'While everybody is silent, an unprepared loop wants a processor at least twice as often as a chat at its limit.',
      least: 2,
    },
  ],
  because: [
    'Each connection is a descriptor. When none is left, accept() fails with EMFILE, and the client stays in the kernel’s queue: it believes that it is connected.',
    'The listening socket stays readable while a client waits there. epoll wakes the loop at once, accept() fails at once, and so on for ever.',
    'Both chats count their descriptors: they refuse a client before the last one is gone, and keep some for their store and their logs.',
  ],
  tryNext: [
    'What your machine allows, and who sets it: infra/limits, ulimit -Sn, ulimit -Hn.',
    'Where 20,000 sockets get their descriptors from: load/bench sockets --receivers 20000 --processes 2.',
  ],
  exam: {
    question:
      'A server with ulimit -n 1024 keeps 40 descriptors for itself and opens a database connection for each of 100 workers. How many clients can be connected? Monitoring shows that it answers nobody new, that its processor is at 100 %, and that its request counter stands still. What is your guess, and how do you prove it?',
    answer:
      '1,024 - 40 - 100 = 884. The guess: EMFILE, accept() in a spin. The proof: ls /proc/PID/fd | wc -l is at the limit of /proc/PID/limits; strace shows accept4 = -1 EMFILE over and over; ss -ltn shows a Recv-Q above 0 at the listening socket.',
  },

  async run(context) {
    const { short, say, signal } = context;
    const rows = [];
    const few = await fillBareLoop(context, 'few', FEW);
    const many = await fillBareLoop(context, 'many', MANY);
    for (const { name, ...seen } of [few, many]) rows.push([name, ...Object.values(seen)]);
    let most = 0;
    // The short form shows it on one of the two: each server takes seconds to start.
    for (const chat of CHATS.filter(({ key }) => !short || key === 'node')) {
      signal.throwIfAborted();
      say(`${chat.name}: starting it`);
      const { name, ...seen } = await fillChat(context, chat);
      most = Math.max(most, seen.busy);
      rows.push([name, ...Object.values(seen)]);
    }
    return {
      table: { head: ['server', 'served', 'who comes too late', 'wants a processor, % of looks'], rows },
      measured: {
        served: {
          unit: 'clients served',
          over: { name: `${MANY} descriptors`, value: many.served },
          under: { name: `${FEW} descriptors`, value: few.served },
        },
        spin: {
          ...{ says: 'wants a processor in', unit: '% of all looks' },
          over: { name: 'an unprepared loop', value: few.busy },
          under: { name: `a chat at its limit (at least ${IDLE_PERCENT})`, value: Math.max(IDLE_PERCENT, most) },
        },
      },
    };
  },
};

/**
 * @param {import('../../lab.js').Context} context @param {'few' | 'many'} line @param {number} descriptors
 * @returns {Promise<{name: string, served: number, told: string, busy: number}>} busy: % of looks at which it wanted a processor
 */
async function fillBareLoop({ say, point, sleep, atEnd }, line, descriptors) {
  const name = `bare loop, ${descriptors} descriptors`;
  const loop = new BareLoop('epoll', { patienceMs: PATIENCE_MS, descriptors });
  atEnd(() => loop.stop());
  await loop.start();
  let came = 0;
  while (came < USERS && loop.held === came) {
    came += STEP;
    await loop.hold(came);
    point('served', line, came, loop.held);
  }
  const told = loop.held < came ? 'hangs, and is told nothing' : '';
  for (; came <= USERS; came += STEP) point('served', line, came, loop.held);
  const busy = await busyPercent(loop.pid, sleep);
  const served = loop.held;
  say(`${name}: ${served} of ${USERS} served; silent, it wants a processor at ${busy} % of looks`);
  loop.stop();
  return { name, served, told, busy };
}

/**
 * @param {import('../../lab.js').Context} context @param {typeof CHATS[number]} chat
 * @returns {Promise<{name: string, served: number, told: string, busy: number}>}
 */
async function fillChat({ say, point, sleep, atEnd, startChat }, { key, name }) {
  const server = await startChat(key, {}, { descriptors: FEW });
  const target = await findTarget({ url: server.url });
  const sessions = await getSessions(server.url, LOGINS);
  const crowd = new Crowd(target);
  atEnd(() => crowd.close());
  for (let came = 0; came < CHAT_USERS; came += STEP) {
    await crowd.join(Array.from({ length: STEP }, (_, place) => sessions[place % LOGINS]));
    point('served', key, came + STEP, crowd.members.length);
  }
  const told = crowd.failures.length > 0 ? toldBy(crowd.failures[0]) : '';
  const [pid] = portOwners(Number(new URL(target.socketUrl).port));
  const busy = await busyPercent(pid, sleep);
  const served = crowd.members.length;
  say(`${name}: ${served} of ${CHAT_USERS} served; silent, it wants a processor at ${busy} % of looks`);
  crowd.close();
  await server.stop();
  return { name, served, told, busy };
}

/** @param {Error} failure @returns {string} */
function toldBy({ message }) {
  const status = /HTTP\/1\.1 (\d+ [^\r\n]+)/.exec(message)?.[1];
  return status ? `is told ${status}` : message;
}
